// A workbook near the limit of an upload: peak memory of each process and of all together, the API's answers meanwhile, time to searchable:
// npm run bench bench/large-workbook.ts [-- --megabytes 88.6 --runs 3 --in-a-row 2 --json]
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { deflateRawSync } from 'node:zlib'
import { messageOf } from '../kernel/runtime/errors.ts'
import { startServer } from '../scripts/cli/start-server.ts'
import { seededRandom } from '../scripts/seeded-random.ts'
import { makeZip } from '../services/documents/parse/testing/make-zip.ts'
import { type Entity, entityOf } from '../tests/support/http-client.ts'
import { useBelow } from './measure/process-tree.ts'

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '88.6' },
    /** Each with a server of its own. */
    runs: { type: 'string', default: '1' },
    /** Workbooks one after the other in the same server. */
    'in-a-row': { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
})
const TARGET = { sumMegabytes: 1000, p99: 200 }
const PROBE_MS = 50
const SAMPLE_MS = 100
const PATIENCE_MS = 1_800_000
const ROWS_AT_ONCE = 20_000

function rows(next: () => number, words: readonly string[], first: number): string {
  let text = ''
  for (let row = first; row < first + ROWS_AT_ONCE; row++) {
    const cells = Array.from({ length: 6 }, () => Array.from({ length: 4 }, () => words[Math.floor(next() * words.length)]).join(' '))
    text += `<row r="${row}">${cells.map((c) => `<c t="inlineStr"><is><t>${c}</t></is></c>`).join('')}<c><v>${Math.floor(next() * 1e6)}</v></c></row>`
  }
  return text
}

/** A workbook of one sheet with about so many bytes. */
function makeWorkbook(bytes: number): Buffer {
  const next = seededRandom(1)
  const words = Array.from({ length: 5000 }, () => Math.floor(next() * 36 ** 6).toString(36))
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const parts = [Buffer.from(`<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>`)]
  for (let packed = 0, row = 1; packed < bytes; row += ROWS_AT_ONCE) {
    const part = Buffer.from(rows(next, words, row))
    parts.push(part)
    packed += deflateRawSync(part).length
  }
  parts.push(Buffer.from('</sheetData></worksheet>'))
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return makeZip([
    {
      name: '[Content_Types].xml',
      data: `<?xml version="1.0"?><Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      data: `<?xml version="1.0"?><Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Large" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<?xml version="1.0"?><Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', data: Buffer.concat(parts) },
  ])
}

async function send(url: string, name: string, file: Buffer): Promise<string> {
  const form = new FormData()
  form.append('metadata', JSON.stringify({ title: name, doc_type: 'bench' }))
  form.append('file', new Blob([new Uint8Array(file)]), name)
  const res = await fetch(`${url}/api/v2/upload`, { method: 'POST', body: form })
  const text = await res.text()
  if (res.status !== 202) throw new Error(`the upload was answered with ${res.status}: ${text}`)
  return /"upload_id":"([^"]+)"/.exec(text)?.[1] ?? ''
}

/** Asks for the status until its end; the times that the answers took. */
async function follow(url: string, id: string): Promise<{ entity: Entity; answers: number[] }> {
  const answers: number[] = []
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await delay(PROBE_MS)) {
    const asked = performance.now()
    const entity = await entityOf(url, id)
    answers.push(performance.now() - asked)
    if (entity.status === 'complete' || entity.status === 'error') return { entity, answers }
  }
  throw new Error(`upload ${id} did not end`)
}

async function run(file: Buffer, inARow: number): Promise<Record<string, unknown>[]> {
  const server = await startServer({ RATE_LIMIT_PER_MINUTE: '0' })
  const results: Record<string, unknown>[] = []
  try {
    for (let n = 1; n <= inARow; n++) {
      const peaks = new Map<number, number>()
      let sum = 0
      const sampling = setInterval(() => {
        const { residentBytes, processes } = useBelow(process.pid)
        sum = Math.max(sum, residentBytes)
        for (const p of processes) peaks.set(p.pid, Math.max(p.residentBytes, peaks.get(p.pid) ?? 0))
      }, SAMPLE_MS)
      const started = performance.now()
      try {
        const id = await send(server.url, `large-${n}.xlsx`, file)
        const acceptedSeconds = (performance.now() - started) / 1000
        const { entity, answers } = await follow(server.url, id)
        answers.sort((a, b) => a - b)
        results.push({
          megabytes: Math.round(file.length / 1e5) / 10,
          status: entity.status,
          error: entity.errors.at(-1)?.code ?? null,
          chunks: entity.chunks,
          acceptedSeconds: Math.round(acceptedSeconds * 10) / 10,
          seconds: Math.round((performance.now() - started) / 100) / 10,
          p99: Math.round(answers[Math.floor(answers.length * 0.99)] ?? 0),
          worst: Math.round(answers.at(-1) ?? 0),
          sumMegabytes: Math.round(sum / 1e6),
          processMegabytes: [...peaks.values()].map((bytes) => Math.round(bytes / 1e6)),
        })
      } finally {
        clearInterval(sampling)
      }
    }
  } finally {
    await server.stop()
  }
  return results
}

const file = makeWorkbook(Number(values.megabytes) * 1e6)
const all: Record<string, unknown>[] = []
for (let n = 1; n <= Number(values.runs); n++) {
  // How a server ended that was not told to is printed by startServer.
  const results = await run(file, Number(values['in-a-row'])).catch((error: unknown) => [{ status: 'failed', error: messageOf(error) }])
  all.push(...results)
  if (!values.json) for (const result of results) console.log(`run ${n}:`, result)
}
if (values.json) console.log(JSON.stringify(all))
const good = (r: Record<string, unknown>) =>
  (r.status === 'complete' || r.error === 'too_large' || r.error === 'out_of_memory') &&
  Number(r.sumMegabytes) < TARGET.sumMegabytes &&
  Number(r.p99) < TARGET.p99
process.exitCode = all.every(good) ? 0 : 1
