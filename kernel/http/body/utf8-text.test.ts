import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { testApp } from '../app/app.fixture.ts'
import type { App } from '../app/app.ts'
import { readUpload } from './multipart.ts'

let app: App
beforeAll(async () => {
  ;({ app } = await testApp())
  app.post('/echo', { config: { access: 'open', form: true } }, async (request) => request.body as never)
  app.post('/up', { config: { access: 'open' } }, async (request) => {
    const onFile = async (stream: AsyncIterable<Uint8Array>) => (await Array.fromAsync(stream)).length
    return (await readUpload(request, { maxFileBytes: 1000, onFile })).fields
  })
})
afterAll(() => app.close())

const send = async (url: string, type: string, ...pieces: (string | Buffer)[]) => {
  const payload = Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)))
  const reply = await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
  return [reply.statusCode, reply.json().error?.message ?? reply.json()]
}

/** A lone continuation, Latin-1, a cut sequence, an overlong slash, a half of a pair, beyond the last character. */
const BROKEN = ['80', 'e9', 'e282', 'c0af', 'eda080', 'f4908080'].map((hex) => Buffer.from(hex, 'hex'))
/** What is in it already stays: U+FFFD is a character. */
const FINE = 'é 日本 😀 \uFFFD'

it.each(BROKEN)('%j is a body of no route', async (bytes) => {
  const refused = [400, 'the body is not valid UTF-8; send it encoded as UTF-8']
  for (const type of ['application/json', 'application/json; charset=utf-8', 'application/problem+json'])
    expect(await send('/echo', type, '{"a":"', bytes, '"}')).toEqual(refused)
  expect(await send('/echo', 'application/x-www-form-urlencoded', 'a=', bytes)).toEqual(refused)
  const escaped = bytes.toString('hex').replace(/../g, '%$&')
  expect(await send('/echo', 'application/x-www-form-urlencoded', `a=1&b=x${escaped}y`)).toEqual([
    400,
    'the form is not valid UTF-8; send it encoded as UTF-8',
  ])
})

it.each(BROKEN)('%j is no text of a field', async (bytes) => {
  for (const more of ['', '\r\nContent-Type: application/json', '\r\nContent-Type: text/plain; charset=utf-8']) {
    const head = `--b\r\nContent-Disposition: form-data; name="metadata"${more}\r\n\r\n{"title":"`
    expect(await send('/up', 'multipart/form-data; boundary=b', head, bytes, '"}\r\n--b--\r\n')).toEqual([
      400,
      'the field metadata is not valid UTF-8; send it encoded as UTF-8',
    ])
  }
})

test('every character comes as it is, by each way', async () => {
  expect(await send('/echo', 'application/json', JSON.stringify({ a: FINE }))).toEqual([200, { a: FINE }])
  expect(await send('/echo', 'application/x-www-form-urlencoded', new URLSearchParams({ a: FINE }).toString())).toEqual([200, { a: FINE }])
  expect(await send('/echo', 'application/x-www-form-urlencoded', 'a=100%&b=%zz')).toEqual([200, { a: '100%', b: '%zz' }])
  for (const more of ['', '\r\nContent-Type: application/json']) {
    const form = `--b\r\nContent-Disposition: form-data; name="metadata"${more}\r\n\r\n"${FINE}"\r\n--b--\r\n`
    expect(await send('/up', 'multipart/form-data; boundary=b', form)).toEqual([200, { metadata: `"${FINE}"` }])
  }
})
