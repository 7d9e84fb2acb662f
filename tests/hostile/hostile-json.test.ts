import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StartedServer, startServer } from '../../scripts/cli/start-server.ts'
import { type Operation, readOperations, withAt } from '../support/api-operations.ts'
import { faultOf } from '../support/expect-generic.ts'
import { jsonSuite } from '../support/hostile-texts.ts'
import { sendOperation } from '../support/send-operation.ts'

const MARK = '@@here@@'

describe('JSON edge cases', { timeout: 300_000 }, () => {
  let server: StartedServer
  let routes: Operation[]

  beforeAll(async () => {
    server = await startServer({ LLM_BASE_URL: '', EMBEDDINGS_BASE_URL: '', RATE_LIMIT_PER_MINUTE: '0' })
    routes = (await readOperations(server.url)).filter(({ bodyType }) => bodyType === 'application/json')
  })
  afterAll(() => server?.stop())

  it('as whole bodies are refused or read, on every JSON route', async () => {
    expect(routes.length).toBeGreaterThan(12)
    const faults: string[] = []
    for (const operation of routes)
      for (const { name, bytes } of jsonSuite()) {
        const { status, text } = await sendOperation(server.url, operation, {
          params: operation.sample.params,
          body: new Uint8Array(bytes),
        })
        const fault =
          faultOf(status, text) ??
          (name.startsWith('n_') && bytes.length > 0 && status !== 400 && status !== 413 ? `${status} for no JSON` : undefined)
        if (fault) faults.push(`${operation.name} ${name} ${bytes.subarray(0, 40)}: ${fault}`)
      }
    expect(faults).toEqual([])
  })

  it('as the value of any field are refused or kept, on every JSON route', async () => {
    const values = jsonSuite().filter(({ name }) => !name.startsWith('n_') && !/utf16|BOM|invalid-utf-8/i.test(name))
    expect(values.length).toBeGreaterThan(20)
    const faults: string[] = []
    for (const operation of routes)
      for (const [i, place] of operation.places.filter((p) => p.in === 'body').entries())
        for (const { name, bytes } of values.filter((_, v) => v % 3 === i % 3)) {
          const body = JSON.stringify(withAt(operation.sample.body, place.path, MARK)).replace(JSON.stringify(MARK), () => bytes.toString())
          const { status, text } = await sendOperation(server.url, operation, { params: operation.sample.params, body })
          const fault = faultOf(status, text)
          if (fault) faults.push(`${operation.name} ${place.path.join('.')} ${name}: ${fault}`)
        }
    expect(faults).toEqual([])
  })

  it('prototype keys change nothing, at any depth', async () => {
    const faults: string[] = []
    for (const operation of routes)
      for (const key of ['"__proto__":{"admin":1}', '"constructor":{"prototype":{"admin":1}}', '"\\u005f_proto__":{"admin":1}'])
        for (const body of [`{${key}}`, `{"a":[{"b":{${key}}}]}`]) {
          const { status, text } = await sendOperation(server.url, operation, { params: operation.sample.params, body })
          const fault = faultOf(status, text) ?? (status === 400 ? undefined : `${status}`)
          if (fault) faults.push(`${operation.name} ${body}: ${fault}`)
        }
    expect(faults).toEqual([])
  })
})
