import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Operation, readOperations, type TextPlace, withAt } from '../support/api-operations.ts'
import { faultOf } from '../support/expect-generic.ts'
import { hostilePresent, naughtyStrings, trickyTexts } from '../support/hostile-texts.ts'
import { listEntities, until } from '../support/http-client.ts'
import { type OperationCall, sendOperation } from '../support/send-operation.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

/** How many calls are under way at once, as from as many clients. */
const LANES = 6

const metadata = { title: 'T', doc_type: 'd' }
const prompt = { new_prompt_name: 'p', new_prompt_type: 'system', new_prompt_content: 'Say {{ word }}.' }
const named = { prompt_type: 'system', prompt_identifier: 'p' }

/** Bodies that reach further than the least one: each variant of a route is a route of its own here. */
const variants: Readonly<Record<string, readonly unknown[]>> = {
  'POST /api/v2/prompts': [
    prompt,
    { ...named, action: 'rename_prompt', new_name: 'q' },
    { ...named, action: 'update_prompt_metadata', metadata_label: 'l' },
    { ...named, action: 'make_default_prompt' },
    { ...named, action: 'delete_prompt' },
    { system_prompt: 'x', system_prompt_name: 'p' },
    { response_template: '{{ answer }}', response_template_name: 'r' },
  ],
  'POST /api/v2/flexible-rag': [
    { question: 'Where?' },
    { question: 'Where?', fetch_args: { CloudSearchFetcher: { filter: "source_file eq 'a'" } } },
  ],
  'POST /api/v2/settings': [{}],
}

describe.skipIf(!hostilePresent('hostile-strings.test.ts'))('naughty strings', { timeout: 600_000 }, () => {
  let outer: string
  let server: ServerProcess
  let operations: Operation[]
  const strings = [...trickyTexts, ...naughtyStrings()]

  beforeAll(async () => {
    outer = await mkdtemp(join(tmpdir(), 'millrace-naughty-'))
    await mkdir(join(outer, 'data'))
    server = await startProcess({ DATA_DIR: join(outer, 'data') })
    operations = await readOperations(server.url)
  })
  afterAll(async () => {
    await server?.stop()
    await rm(outer, { recursive: true, force: true, maxRetries: 5 })
  })

  /** Sends every call and returns what is wrong with the answers. */
  async function send(operation: Operation, calls: readonly { what: string; call: OperationCall }[]): Promise<string[]> {
    const faults: string[] = []
    const queue = [...calls]
    const lane = async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const { status, text } = await sendOperation(server.url, operation, next.call)
        const fault = faultOf(status, text)
        if (fault) faults.push(`${operation.name} ${next.what}: ${fault}`)
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    return faults
  }

  const put = (operation: Operation, body: unknown, places: readonly { place: TextPlace; text: string }[]): OperationCall => {
    const params = { ...operation.sample.params }
    let filled = body
    for (const { place, text } of places)
      if (place.in === 'path' || place.in === 'query') params[String(place.path[0])] = text
      else filled = withAt(filled, place.path, text)
    if (operation.bodyType === undefined) return { params }
    return { params, body: operation.bodyType === 'application/json' ? JSON.stringify(filled) : (filled as Record<string, string>) }
  }

  it('in every text field of every route are kept or refused: never a fault, a hang or another error body', async () => {
    const faults: string[] = []
    const seen = new Set<string>()
    for (const [turn, operation] of operations.entries()) {
      const places = operation.places.filter((place) => place.in !== 'form')
      // Routes take turns at the strings; another spelling of a route gets fewer, since the same code answers.
      const known = JSON.stringify([operation.bodyType, places])
      const every = operation.bodyType && seen.has(known) ? 8 : 3
      seen.add(known)
      for (const body of variants[operation.name] ?? [operation.sample.body]) {
        const together = strings.map((_, s) => places.map((place, p) => ({ place, text: strings[(s + p * 7) % strings.length] ?? '' })))
        const alone = places.flatMap((place, p) => strings.flatMap((text, s) => (s % 24 === p % 24 ? [[{ place, text }]] : [])))
        const sets = places.length > 1 ? [...together, ...alone] : places.flatMap((place) => strings.map((text) => [{ place, text }]))
        const calls = sets
          .filter((_, i) => i < trickyTexts.length || i % every === turn % every)
          .map((set) => ({
            what: set
              .map(({ place, text }) => `${place.path.join('.')}=${text.slice(0, 40)}`)
              .join(' ')
              .slice(0, 200),
            call: put(operation, body, set),
          }))
        faults.push(...(await send(operation, calls)))
      }
    }
    expect(faults).toEqual([])
  })

  it('as file name, metadata, content and choices of an upload are accepted whole or refused, and every upload ends', async () => {
    const uploads = operations.filter(({ name }) => /^POST (?!.*\/sdac\/).*\/upload$/.test(name))
    expect(uploads).toHaveLength(2)
    const [upload] = uploads as [Operation]
    const form = (more: Record<string, string>, meta: object = {}) => ({
      params: {},
      body: { metadata: JSON.stringify({ ...metadata, ...meta }), file: 'Some words.', ...more },
    })
    const calls = strings.flatMap((text, s) => [
      { what: `name ${text.slice(0, 60)}`, call: form({ file_name: `${text}.txt` }) },
      {
        what: `metadata ${text.slice(0, 60)}`,
        call: form(
          { file_name: `m${s}.txt`, file: text },
          { title: text, tags: [text], business_unit: text, confidentiality: text, [text.slice(0, 100)]: text },
        ),
      },
      ...(s % 4
        ? [
            {
              what: `doc_type ${text.slice(0, 60)}`,
              call: form({ file_name: `d${s}.txt`, process_mode: 'upload_only' }, { doc_type: text }),
            },
          ]
        : ['metadata', 'process_mode', 'prevent_reprocess', 'replace_existing', 'target_index', text.slice(0, 200)].map((field) => ({
            what: `${field} ${text.slice(0, 60)}`,
            call: form({ file_name: `f${s}-${field.length}.txt`, [field]: text }),
          }))),
    ])
    expect(await send(upload, calls)).toEqual([])
    const specs = operations.filter(({ name }) => name === 'POST /api/v2/search/indexes/from-yaml')
    for (const spec of specs)
      expect(
        await send(
          spec,
          strings.map((text) => ({
            what: text.slice(0, 60),
            call: { params: {}, body: { file: `name: ${text}\nfields:\n  - ${text}`, mode: 'create' } },
          })),
        ),
      ).toEqual([])
    await until(
      async () => (await listEntities(server.url)).every(({ status }) => status === 'complete' || status === 'error'),
      'the end of every upload',
      240_000,
    )
    const { items } = z
      .object({ items: z.array(z.looseObject({ source_file: z.string() })) })
      .parse(await (await fetch(`${server.url}/api/v2/knowledge/files?page_size=100&q=${encodeURIComponent('<')}`)).json())
    expect(items.length).toBeGreaterThan(5)
    for (const { source_file } of items)
      expect((await fetch(`${server.url}/api/v2/knowledge/file/${encodeURIComponent(source_file)}/chunks`)).status, source_file).toBe(200)
  })

  it('leave the server healthy and nothing outside its folder', async () => {
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
    expect(await readdir(outer)).toEqual(['data'])
    expect(server.output()).not.toMatch(/unhandled|uncaught/i)
  })
})
