import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp } from '../app/app.fixture.ts'
import type { App } from '../app/app.ts'
import { readUpload } from './multipart.ts'

let app: App
beforeAll(async () => {
  ;({ app } = await testApp())
  app.post('/up', { config: { access: 'open' } }, async (request) => {
    const onFile = async (stream: AsyncIterable<Uint8Array>) => (await Array.fromAsync(stream)).length
    return readUpload(request, { maxFileBytes: 1000, onFile })
  })
})
afterAll(() => app.close())

const part = (disposition: string, body: string) => `--b\r\nContent-Disposition: ${disposition}\r\n\r\n${body}\r\n`
async function send(body: string, type = 'boundary=b') {
  const headers = { 'content-type': `multipart/form-data; ${type}` }
  const reply = await app.inject({ method: 'POST', url: '/up', payload: Buffer.from(body, 'latin1'), headers })
  return { status: reply.statusCode, body: reply.json() }
}

it.each([
  ['of 1,000 characters', `boundary=${'x'.repeat(1000)}`],
  ['of 253', `boundary=${'x'.repeat(253)}`],
  ['that is empty', 'boundary='],
  ['without a value', 'boundary'],
  ['of another kind', 'bound=b'],
])('a boundary %s is a fault of the form', async (_what, boundary) => {
  const { status, body } = await send(`${part('form-data; name="file"; filename="a.txt"', 'a')}--b--\r\n`, boundary)
  expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  expect(body.error.message).toContain('form')
})

it.each([
  ['no name', ''],
  ['a name without a value', 'name'],
  ['a name in another way', "name*=bogus''x"],
  ['half a name', 'name="a'],
])('a field with %s is no fault of ours', async (_what, head) => {
  expect([200, 400]).toContain((await send(`${part(`form-data; ${head}`, 'x')}--b--\r\n`)).status)
})

it('no form, however it is mixed up, is a fault of ours', async () => {
  const heads = [
    'form-data; name="a"',
    'form-data',
    'FORM-DATA; name=',
    "form-data; name*=x'y'%ff",
    'attachment',
    'form-data; name="f"; filename=',
  ]
  const more = ['', 'Content-Type: ;', 'Content-Type: text/plain; charset', 'Content-Type: application/json', 'constructor: x', ': x', 'X']
  const parts = heads.flatMap((head) => more.map((line) => `Content-Disposition: ${head}\r\n${line}`))
  const bodies = fc.array(
    fc.record({ head: fc.constantFrom(...parts), body: fc.string({ maxLength: 20 }), gap: fc.constantFrom('\r\n\r\n', '\n', '') }),
    {
      maxLength: 4,
    },
  )
  const ends = fc.constantFrom('--b--\r\n', '--b--', '--b-', '')
  await fc.assert(
    fc.asyncProperty(bodies, ends, async (some, end) => {
      const text = some.map(({ head, gap, body }) => `--b\r\n${head}${gap}${body}\r\n`).join('')
      expect((await send(text + end)).status).toBeLessThan(500)
    }),
    { numRuns: 300 },
  )
})
