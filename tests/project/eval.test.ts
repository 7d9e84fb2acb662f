import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type StartedServer, startServer } from '../../scripts/cli/start-server.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const reportSchema = z.object({
  labels: z.array(z.string()),
  rows: z.array(z.object({ name: z.string(), cases: z.number(), means: z.array(z.number().nullable()) })),
})
let server: StartedServer
let folder: string

async function script(name: string, ...args: string[]) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `scripts/${name}.ts`, ...args], {
    cwd: root,
    env: { ...process.env, INIT_CWD: root, MILLRACE_URL: server.url },
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err }
}
const evaluate = (...args: string[]) => script('eval', ...args)
async function send(path: string, body: unknown): Promise<void> {
  const reply = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(reply.ok, await reply.text()).toBe(true)
}
const means = (out: string) => {
  const { rows, labels } = reportSchema.parse(JSON.parse(out))
  return { labels, ...Object.fromEntries(rows.map((row) => [row.name, row.means])) }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eval-'))
  server = await startServer({ LLM_BASE_URL: '', EMBEDDINGS_BASE_URL: '' })
  expect(await script('cli', 'ingest', 'demo/documents')).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('tells an index that holds the documents from one that lacks them', async () => {
  const fields = [{ name: 'id', type: 'Edm.String', key: true }, ...['text', 'filename', 'document_id', 'file_type'].map(stringField)]
  await send('/api/v2/search/indexes/from-json', { mode: 'create', index: { name: 'partial', fields } })
  expect(await script('cli', 'ingest', 'demo/documents/travel-policy.docx', '--index', 'partial')).toMatchObject({ code: 0 })

  const { code, out } = await evaluate('--set', 'demo/eval.jsonl', '--index', 'default', '--against', 'partial', '--json')
  expect(code).toBe(0)
  expect(means(out)).toMatchObject({ labels: ['index default', 'index partial'], 'hit@5': [1, 1 / 11], groundedness: [1, 1] })
  const table = await evaluate('--set', 'demo/eval.jsonl', '--index', 'default', '--against', 'partial', '--seed', '5')
  expect(table.out).toMatch(/hit@5 +11 +1\.000 +0\.091 +−0\.909 +\[−1\.000, −0\.\d{3}\] +A better/)
  expect(table.out).toContain('paired bootstrap of 10,000 rounds, seed 5')
})

it('compares versions of a prompt', async () => {
  for (const words of ['Briefly.', 'At length, and with every detail that the sources give.'])
    await send('/api/v2/prompts', { system_prompt: words, system_prompt_name: 'tone' })
  const { code, out, err } = await evaluate('--set', 'demo/eval.jsonl', '--prompt', 'tone@1', '--against-prompt', 'tone@2', '--json')
  expect([code, err]).toEqual([0, ''])
  const { labels, tokens } = z.looseObject({ labels: z.array(z.string()), tokens: z.tuple([z.number(), z.number()]) }).parse(means(out))
  expect(labels).toEqual(['prompt tone@1', 'prompt tone@2'])
  expect(tokens[1]).toBeGreaterThan(tokens[0])
})

it('says what is wrong with a set, an index or a prompt', async () => {
  const set = join(folder, 'bad.jsonl')
  await writeFile(set, '{"id":"1","question":"q"}\n{"id":"2","question":3}\n')
  const bad = await evaluate('--set', set)
  expect([bad.code, bad.err]).toEqual([2, expect.stringMatching(/bad\.jsonl:2: question: /)])
  expect(await evaluate('--set', join(folder, 'none.jsonl'))).toMatchObject({ code: 2, err: expect.stringContaining('There is no file') })
  const index = await evaluate('--set', 'demo/eval.jsonl', '--index', 'absent')
  expect([index.code, index.err]).toEqual([1, expect.stringMatching(/case assembly-point: There is no index "absent"/)])
  const prompt = await evaluate('--set', 'demo/eval.jsonl', '--prompt', 'absent@1')
  expect([prompt.code, prompt.err]).toEqual([1, expect.stringContaining('absent')])
})

function stringField(name: string) {
  return { name, type: 'Edm.String', searchable: name === 'text', filterable: name !== 'text', retrievable: true }
}
