import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultOf } from '../support/expect-generic.ts'
import { until } from '../support/http-client.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const KEY = 'subscription-key-5f1c'
const MB = 1_000_000
const LIMIT = 100 * 1024 * 1024

/** The most that a request may add to the memory of the process. */
const MOST_GROWTH_MB = 30

describe('limits of a running edge', { timeout: 180_000 }, () => {
  let dir: string
  let server: ServerProcess
  const headers = { 'Ocp-Apim-Subscription-Key': KEY }

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'millrace-sizes-'))
    server = await startProcess({
      DATA_DIR: dir,
      SUBSCRIPTION_KEYS: `new:${KEY}`,
    })
  })
  afterAll(async () => {
    await server?.stop()
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  })

  const files = () => readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const stored = () =>
    files().reduce((sum, file) => sum + (statSync(join(file.parentPath, file.name), { throwIfNoEntry: false })?.size ?? 0), 0)

  /** Sends a form with a file of so many bytes in chunks, without announcing its size. */
  function sendChunked(bytes: number): Promise<{ status: number; text: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
    const call = request(`${server.url}/api/v2/upload`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'chunked' },
    })
    let answered = false
    call.on('response', (reply) => {
      answered = true
      const parts: Buffer[] = []
      reply.on('data', (part) => parts.push(part))
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
    })
    call.on('error', (error) => void (answered || reject(error)))
    const field = (head: string, text: string) => `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n${text}`
    call.write(`${field('name="metadata"', '{"title":"t","doc_type":"d"}')}\r\n${field('name="file"; filename="big.bin"', '')}`)
    const piece = Buffer.alloc(256 * 1024)
    const write = (left: number): void => {
      if (left <= 0) return void call.end('\r\n--b--\r\n')
      if (answered) return void call.destroy()
      call.write(left < piece.length ? piece.subarray(0, left) : piece, () => write(left - piece.length))
    }
    write(bytes)
    return promise
  }

  const memoryMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1000

  it('a file of one byte too many, sent in chunks, is 413 in bounded memory, and its bytes are gone', async () => {
    await sendChunked(LIMIT + 1)
    const before = stored()
    const base = memoryMb()
    let peak = base
    const watch = setInterval(() => {
      peak = Math.max(peak, memoryMb())
    }, 20)
    const { status, text } = await sendChunked(LIMIT + 1).finally(() => clearInterval(watch))
    expect([status, faultOf(status, text)]).toEqual([413, undefined])
    expect(peak - base).toBeLessThan(MOST_GROWTH_MB)
    await until(async () => stored() < before + MB, 'the bytes going')
  })

  it.each([
    ['parentheses', '('.repeat(10_000)],
    ['a literal of 50 kB', `source_file eq '${'a'.repeat(50_000)}`],
    ['quotes', `source_file eq ${"''".repeat(25_000)}'`],
    ['negations', `${'not '.repeat(10_000)}a`],
  ])('a filter of %s is 400 within 50 ms', async (_, filter) => {
    const times: number[] = []
    for (let i = 0; i < 5; i++) {
      const from = performance.now()
      const reply = await fetch(`${server.url}/api/v2/flexible-rag`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ question: 'Where?', fetch_args: { CloudSearchFetcher: { filter } } }),
      })
      const text = await reply.text()
      times.push(performance.now() - from)
      expect([reply.status, faultOf(reply.status, text)]).toEqual([400, undefined])
    }
    expect(Math.min(...times)).toBeLessThan(50)
  })
})
