import { describe, expect, test } from 'vitest'
import { currentVersion, emptyManifest, type Manifest, pathOf } from '../../kernel/prompts/manifest.ts'
import { type Change, change, type PromptCommand } from './change.ts'
import { findVersion, promptName, versionOf, versionsOf } from './find-version.ts'

const at = '2026-05-06T07:08:09.123Z'
const notes = { label: '', prompt_tag: '', notes: '' }
const save = (name: string | undefined, more: Partial<Extract<PromptCommand, { kind: 'save' }>> = {}): PromptCommand => ({
  kind: 'save',
  type: 'system',
  name,
  text: 'text',
  notes,
  makeDefault: false,
  ...more,
})

/** Commands one after the other; each gives its change. */
function run(...commands: PromptCommand[]): { manifest: Manifest; changes: Change[] } {
  const changes: Change[] = []
  const manifest = commands.reduce((before, command) => {
    const done = change(before, command, { id: crypto.randomUUID(), at, actor: 'ada' })
    changes.push(done)
    return done.manifest
  }, emptyManifest)
  return { manifest, changes }
}

const names = (manifest: Manifest) => manifest.entries.map((e) => `${e.name}@${versionOf(e)}`)
const on = (manifest: Manifest, command: PromptCommand) => change(manifest, command, { id: crypto.randomUUID(), at, actor: 'bob' })

describe('save', () => {
  test('gives each version its own file, also within one second and where case is folded', () => {
    const { manifest, changes } = run(save('a'), save('a'), save('A'), save('b'))
    expect(changes.map((c) => c.writes[0]?.path)).toEqual([
      'system/a@20260506-070809-1.j2',
      'system/a@20260506-070809-2.j2',
      'system/A@20260506-070809-3.j2',
      'system/b@20260506-070809-1.j2',
    ])
    expect(names(manifest)).toEqual(['a@20260506-070809', 'a@20260506-070809-2', 'A@20260506-070809-3', 'b@20260506-070809'])
    expect([manifest.version, currentVersion(manifest, 'system')]).toEqual([4, undefined])
  })

  test('with make-default is current, and without a name continues what is current', () => {
    const { manifest } = run(
      save('persona', { makeDefault: true }),
      save(undefined, { makeDefault: true }),
      save(undefined, { type: 'response' }),
    )
    expect(manifest.entries.map((e) => e.name)).toEqual(['persona', 'persona', 'response-template'])
    expect(currentVersion(manifest, 'system')).toMatchObject({ ordinal: 2, metadata: { promoted_by: 'ada', promoted_at: at } })
  })

  test('ends at a number of versions', () => {
    const one = run(save('a')).manifest.entries[0]!
    const full = { ...emptyManifest, entries: Array.from({ length: 1000 }, () => one) }
    expect(() => on(full, save('a'))).toThrow(expect.objectContaining({ code: 'conflict' }))
    expect(on(full, save('a', { type: 'response' })).manifest.entries).toHaveLength(1001)
  })
})

describe('delete', () => {
  const remove = (identifier: string): PromptCommand => ({ kind: 'delete', type: 'system', identifier })

  test('of the current version puts the one before it of the same name in its place, then the next in the list, then the built-in one', () => {
    let { manifest } = run(save('a'), save('draft'), save('a', { makeDefault: true }))
    const followers = []
    for (let i = 0; i < 3; i++) {
      manifest = on(manifest, remove(manifest.current_id.system ?? '')).manifest
      const current = currentVersion(manifest, 'system')
      followers.push(current && `${current.name} ${current.ordinal}`)
    }
    expect(followers).toEqual(['a 1', 'draft 1', undefined])
  })

  test('of another version leaves the current one', () => {
    const { manifest } = run(save('a'), save('b', { makeDefault: true }))
    const done = on(manifest, remove('a'))
    expect([currentVersion(done.manifest, 'system')?.name, done.removes]).toEqual(['b', ['system/a@20260506-070809-1.j2']])
  })
})

describe('rename', () => {
  const rename = (newName: string): PromptCommand => ({ kind: 'rename', type: 'system', identifier: 'a', newName })

  test('takes every version along, with its time, its id and its being current', () => {
    const { manifest } = run(save('a'), save('a', { makeDefault: true }), save('b'), save('a', { type: 'response' }))
    const done = on(manifest, rename('c'))
    expect(names(done.manifest)).toEqual(['c@20260506-070809', 'c@20260506-070809-2', 'b@20260506-070809', 'a@20260506-070809'])
    expect(done.manifest.current_id).toEqual(manifest.current_id)
    expect(done.copies).toEqual([1, 2].map((n) => ({ from: `system/a@20260506-070809-${n}.j2`, to: `system/c@20260506-070809-${n}.j2` })))
    expect(done.removes).toEqual(done.copies.map((c) => c.from))
    expect(done.entry.metadata).toMatchObject({ saved_by: 'ada', updated_by: 'bob' })
  })

  test('to a name that is taken is a conflict, whatever its case; to its own name it is nothing', () => {
    const { manifest } = run(save('a'), save('b'))
    for (const taken of ['b', 'B']) expect(() => on(manifest, rename(taken))).toThrow(expect.objectContaining({ code: 'conflict' }))
    expect(on(manifest, rename('a'))).toMatchObject({ copies: [], removes: [] })
  })

  test('that changes case alone never writes onto the file that it reads', () => {
    const done = on(run(save('a'), save('a')).manifest, rename('A'))
    const folded = [...done.copies.map((c) => c.to), ...done.removes].map((path) => path.toLowerCase())
    expect(new Set(folded).size).toBe(4)
  })
})

test('update changes what it names and no more', () => {
  const { manifest } = run(save('a', { notes: { label: 'l', prompt_tag: 't', notes: 'n' } }))
  const done = on(manifest, { kind: 'update', type: 'system', identifier: 'a', notes: { label: 'new' } })
  expect(done.entry.metadata).toMatchObject({ label: 'new', prompt_tag: 't', notes: 'n', updated_by: 'bob', saved_by: 'ada' })
  expect(pathOf(done.entry)).toBe(pathOf(manifest.entries[0]!))
})

test('a version is found by id, path, file name, and its name for the newest one; another type has none of it', () => {
  const { manifest } = run(save('a'), save('a'), save('a@b'.replace('@', '-')))
  const [first, second] = manifest.entries
  for (const identifier of [first!.id, pathOf(first!), 'a@20260506-070809-1.j2'])
    expect(findVersion(manifest, 'system', identifier)).toBe(first)
  for (const identifier of ['a', 'a.j2']) expect(findVersion(manifest, 'system', identifier)).toBe(second)
  expect(findVersion(manifest, 'response', first!.id)).toBeUndefined()
  expect(versionsOf(manifest, 'system')[0]?.name).toBe('a-b')
})

test.each([
  '',
  '.',
  '..',
  '.a',
  'a/b',
  'a\\b',
  'a b',
  'a\0',
  'con.',
  'NUL.txt',
  'ä',
  'a\n',
  'x'.repeat(129),
  '.j2',
  'a@b',
])('%j is no name', (name) => {
  expect(() => promptName(name, 'name')).toThrow(expect.objectContaining({ code: 'invalid_request', details: { field: 'name' } }))
})

test.each([
  ['a', 'a'],
  ['a.j2', 'a'],
  ['v1.2_final-', 'v1.2_final-'],
  ['constructor', 'constructor'],
  ['con', 'con'],
  ['a..b.', 'a..b.'],
  ['x'.repeat(128), 'x'.repeat(128)],
])('%j is the name %j', (given, name) => {
  expect(promptName(given, 'name')).toBe(name)
})
