import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StartedServer, startServer } from '../../scripts/cli/start-server.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** The embedded answerer and embedder, whatever the environment names. */
const embedded = { LLM_BASE_URL: '', EMBEDDINGS_BASE_URL: '' }
let open: StartedServer
let secured: StartedServer
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-'))
  ;[open, secured] = await Promise.all([startServer(embedded), startServer({ ...embedded, SUBSCRIPTION_KEYS: 'tests:key-of-the-tests' })])
})
afterAll(async () => {
  await Promise.all([open?.stop(), secured?.stop()])
  await rm(folder, { recursive: true, force: true })
})

const script = (name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `scripts/${name}.ts`, ...args], {
    cwd: root,
    env: { ...process.env, INIT_CWD: root, ...env },
  })

async function ended(child: ChildProcess) {
  const output = { out: '', err: '' }
  child.stdout!.on('data', (chunk) => (output.out += chunk))
  child.stderr!.on('data', (chunk) => (output.err += chunk))
  const [code] = await once(child, 'close')
  return { code, ...output }
}
const cli = (...args: string[]) => ended(script('cli', [...args, '--server', open.url]))

it('ingests a folder, answers from it with page and quote, and refuses the same files a second time', async () => {
  const first = await cli('ingest', 'demo/documents')
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toContain('7 of 7 searchable')
  expect(first.out).toContain('evacuation-procedure.pdf: indexed 100 %')

  const answer = await cli('ask', 'Where is the assembly point when the river gauge reads 1.80 metres?')
  expect(answer.code).toBe(0)
  expect(answer.out).toMatch(/dovecote[\s\S]*\[1\] evacuation-procedure\.pdf, page 3: “.*dovecote.*”/)
  const whole = JSON.parse((await cli('ask', 'What does the millstone hoist cost?', '--json', '--top', '2')).out)
  expect(whole.metadata).toHaveLength(2)
  const streamed = await cli('ask', 'Who repairs the sluice gate by 27 March?', '--stream')
  expect([streamed.code, streamed.out]).toEqual([0, expect.stringContaining('meeting-2026-03-12.txt')])

  const second = await cli('ingest', 'demo/documents/spare-parts.csv')
  expect(second.code).toBe(1)
  expect(second.out).toMatch(/Add --replace .*\[request [^\]]+\]/)
  expect((await cli('ingest', 'demo/documents/spare-parts.csv', '--replace')).code).toBe(0)
})

it('tells why a document failed and where its upload stands', async () => {
  const path = join(folder, 'torn.pdf')
  await writeFile(path, '%PDF-1.7\nnothing of a document')
  const run = await cli('ingest', path)
  expect(run.code).toBe(1)
  expect(run.out).toMatch(/torn\.pdf: failed at parsing/)
  const uploadId = /upload ([0-9a-f-]{36})/.exec(run.out)?.[1]
  const status = await cli('status', uploadId!)
  expect([status.code, status.out]).toEqual([1, expect.stringMatching(/^error, parsing, \d+ %/)])
})

it('says of a file that nobody reads that it cannot be searched, and exits with 3', async () => {
  const path = join(folder, 'film.mp4')
  await writeFile(path, 'frames')
  const run = await cli('ingest', path)
  expect(run.code).toBe(3)
  expect(run.out).toMatch(/film\.mp4: not searchable, stored 100 %\n {2}Stored\. There is no reader for \.mp4 files/)
  expect(run.out).toContain('0 of 1 searchable, 1 stored and not searchable')
})

it('exits with 2 on wrong usage and with 1 when no server answers', async () => {
  const wrong = await cli('ask')
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--help')])
  const away = await ended(script('cli', ['ask', 'Anyone?', '--server', 'http://127.0.0.1:9']))
  expect([away.code, away.err]).toEqual([1, expect.stringContaining('npm start')])
  // once, and not for every file
  const files = await ended(script('cli', ['ingest', 'demo/documents', '--server', 'http://127.0.0.1:9']))
  expect([files.code, files.out, files.err.split('npm start').length]).toEqual([1, '', 2])
})

it('signs in with the key of the environment', async () => {
  const ask = (env: Record<string, string>) => ended(script('cli', ['ask', 'Anything?', '--server', secured.url], env))
  const refused = await ask({ MILLRACE_KEY: '' })
  expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/MILLRACE_KEY.*\[request /)])
  expect((await ask({ MILLRACE_KEY: 'key-of-the-tests' })).code).toBe(0)
})

it('the demo gives good answers and leaves nothing behind', async () => {
  const run = await ended(script('demo', [], { ...embedded, TMPDIR: folder }))
  expect(run).toMatchObject({ code: 0, err: '' })
  expect(run.out.match(/✓ as expected/g)).toHaveLength(4)
  expect((await readdir(folder)).filter((name) => name.startsWith('millrace-'))).toEqual([])
})

it('the demo keeps its documents for the next start where that is asked for, and never over others', async () => {
  const kept = join(folder, 'kept')
  const demo = () => ended(script('demo', ['--keep'], { ...embedded, TMPDIR: folder, DATA_DIR: kept }))
  const run = await demo()
  expect(run).toMatchObject({ code: 0, err: '' })
  expect(run.out).toContain(`The documents are kept in ${kept}`)
  const before = await readdir(kept)
  expect(before.length).toBeGreaterThan(2)
  expect((await demo()).out).toContain(`${kept} is there already`)
  expect(await readdir(kept)).toEqual(before)
})

it('an interrupted demo stops its server and removes its folder', async () => {
  const child = script('demo', [], { ...embedded, TMPDIR: folder })
  const result = ended(child)
  child.stdout!.on('data', (chunk) => String(chunk).includes('Server up') && child.kill('SIGINT'))
  const { code, out } = await result
  expect(code).toBe(130)
  expect((await readdir(folder)).filter((name) => name.startsWith('millrace-'))).toEqual([])
  const url = /Server up on (\S+)/.exec(out)?.[1]
  await expect(fetch(`${url}/health`)).rejects.toThrow()
})

it.each([
  'demo',
  'log/topics',
  'kafka',
  'sample-plan',
  'sample-workbooks',
  'widget-host/widget-host',
  'log/adopt-log',
  'schemas/schemas',
])('%s --help says what the command does, and does nothing', async (name) => {
  const { code, out, err } = await ended(script(name, ['--help']))
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(new RegExp(`npm run ${name.split('/').at(-1)}`))
})

it('sample-workbooks without a folder asks for one', async () => {
  expect(await ended(script('sample-workbooks', []))).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/npm run sample-workbooks -- FOLDER\n/),
  })
})
