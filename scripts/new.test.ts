import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool, checkInput } from '../kernel/agents/call-tool.ts'
import { defineAgent } from '../kernel/agents/define-agent.ts'
import type { Tool, ToolContext } from '../kernel/agents/define-tool.ts'
import type { defineWorkflow } from '../kernel/agents/define-workflow.ts'
import { newFiles, withRunKind } from './new.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-new-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

/** What a made file exports, as if it stood in its folder. */
async function made(kind: 'tool' | 'agent' | 'workflow') {
  const [file] = newFiles(kind, 'k12', 'my-own-thing')
  const root = pathToFileURL(`${process.cwd()}/`).href
  const text = file!.text.replaceAll(/'(?:\.\.\/)+(kernel\/[^']+)'/g, `'${root}$1'`).replace("'zod'", `'${root}node_modules/zod/index.js'`)
  const path = join(dir, `${kind}.ts`)
  await writeFile(path, text)
  return (await import(pathToFileURL(path).href)) as Record<string, unknown>
}

test('a new tool works as it is written', async () => {
  const { myOwnThing } = (await made('tool')) as { myOwnThing: Tool }
  expect(myOwnThing).toMatchObject({ id: 'k12-my-own-thing', domain: 'k12', slug: 'my-own-thing', title: 'My own thing' })
  const { input } = checkInput(myOwnThing, { text: 'two words' }) as { input: unknown }
  const ctx = { signal: new AbortController().signal } as ToolContext
  expect(await callTool(myOwnThing, ctx, input)).toEqual({ words: 2 })
  expect(checkInput(myOwnThing, {}).issues).toHaveLength(1)
})

test('a new agent has the form of one', async () => {
  const { myOwnThing } = (await made('agent')) as { myOwnThing: Parameters<typeof defineAgent>[0] }
  expect(defineAgent(myOwnThing)).toMatchObject({ id: 'k12-my-own-thing', prompt: expect.any(String) })
})

test('a new workflow has the form of one, and its kind of run stands among the others', async () => {
  const { myOwnThing } = (await made('workflow')) as { myOwnThing: ReturnType<typeof defineWorkflow> }
  expect(myOwnThing).toMatchObject({ id: 'k12-my-own-thing', counted: { step: 'count' }, run: { kind: 'k12-my-own-thing' } })
  expect(myOwnThing.run.steps.map(({ name }) => name)).toEqual(['count', 'sum'])
  const once = withRunKind(readFileSync('schemas/run.ts', 'utf8'), 'k12-my-own-thing')
  expect(withRunKind(once, 'k12-other')).toMatch(
    /runKinds: readonly string\[\] = \[\s+'agent',[^\]]*'k12-my-own-thing',\s+'k12-other',?\s*\]\n/,
  )
})

test.each([
  ['robot', 'k12', 'x'],
  ['tool', 'mill', 'x'],
  ['tool', 'k12', 'X y'],
  ['tool', 'k12', '../../etc'],
  ['tool', 'k12', ''],
])('%s %s %s is refused', (kind, domain, slug) => {
  expect(() => newFiles(kind as 'tool', domain, slug)).toThrow()
})
