import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyManifest, type Manifest, type PromptVersion, pathOf } from './manifest.ts'
import { promptFolder } from './prompt-folder.ts'
import { type PromptRoot, promptRoot } from './prompt-root.ts'
import { builtInPrompts } from './prompt-source.ts'

let dir: string
let root: string
let prompts: PromptRoot
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'prompts-'))
  root = join(dir, 'prompts')
  await mkdir(join(root, 'system'), { recursive: true })
  await writeFile(join(root, 'system', 'a.j2'), 'A')
  await writeFile(join(root, 'system', '.hidden.j2'), 'H')
  await writeFile(join(root, 'big.j2'), 'x'.repeat(1_000_001))
  await writeFile(join(dir, 'secret'), 'SECRET')
  await symlink(join(dir, 'secret'), join(root, 'link.j2'))
})
beforeEach(() => {
  prompts = promptRoot(promptFolder(root))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

test('reads a file of the folder and names it', async () => {
  expect(await prompts.file('system/a.j2')).toEqual({ text: 'A', source: 'file:system/a.j2' })
})

test.each([
  ['../secret', 400],
  ['system/../../secret', 400],
  ['/etc/passwd', 400],
  ['..\\secret', 400],
  ['a\0b', 400],
  ['', 400],
  ['system/.hidden.j2', 400],
  ['link.j2', 400],
  ['big.j2', 400],
  ['%2e%2e/secret', 404],
  ['absent.j2', 404],
  ['system', 404],
  ['system/a.j2/b', 404],
  ['manifest.json', 404],
  [`${'n'.repeat(300)}.j2`, 404],
])('%j is %i', async (path, status) => {
  const error = await prompts.file(path).catch((e) => e)
  expect(error).toMatchObject({ name: 'ApiError', status })
  expect(error.message).not.toContain(dir)
})

test('a folder that is not there yet has no files, and the built-in defaults', async () => {
  const none = promptRoot(promptFolder(join(dir, 'none')))
  await expect(none.file('a.j2')).rejects.toMatchObject({ status: 404 })
  expect([await none.current('system'), await none.manifest()]).toEqual([builtInPrompts.system, emptyManifest])
})

describe('the manifest', () => {
  const at = '2026-01-02T03:04:05.000Z'
  const metadata = { label: '', prompt_tag: '', notes: '', saved_by: 'x', saved_at: at }
  const later = { updated_by: null, updated_at: null, promoted_by: null, promoted_at: null }
  const version = (name: string): PromptVersion => ({
    ...{
      id: crypto.randomUUID(),
      type: 'system',
      name,
      stamp: '20260102-030405',
      ordinal: 1,
      bytes: 1,
      metadata: { ...metadata, ...later },
    },
  })
  const put = async (manifest: Manifest) => {
    await writeFile(join(root, 'next'), JSON.stringify(manifest))
    await rename(join(root, 'next'), join(root, 'manifest.json'))
  }
  const current = (of: PromptVersion): Manifest => ({
    version: 1,
    current_id: { ...emptyManifest.current_id, system: of.id },
    entries: [of],
  })

  test('that another process replaced is seen with the next look, and parsed once', async () => {
    for (const name of ['one', 'two']) {
      const v = version(name)
      await writeFile(join(root, pathOf(v)), `text of ${name}`)
      await put(current(v))
      expect(await prompts.current('system')).toBe(`text of ${name}`)
    }
    expect(await prompts.manifest()).toBe(await prompts.manifest())
    expect(await prompts.current('response')).toBe(builtInPrompts.response)
  })

  test('whose current version has no file is a fault, and never another prompt', async () => {
    await put(current(version('lost')))
    await expect(prompts.current('system')).rejects.toMatchObject({ code: 'internal', message: expect.stringContaining('system') })
  })

  test.each([
    '{',
    '[]',
    '{"version":1,"current_id":{},"entries":[]}',
    JSON.stringify(current({ ...version('x'), name: '../x' })),
  ])('that is damaged is a fault: %s', async (json) => {
    await writeFile(join(root, 'manifest.json'), json)
    await expect(prompts.current('system')).rejects.toMatchObject({ code: 'internal' })
  })
})
