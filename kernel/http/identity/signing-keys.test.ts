import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { afterEach, describe, expect, test } from 'vitest'
import { type Endless, startEndlessServer } from '../../net/endless-server.fixture.ts'
import { createSigningKeys } from './signing-keys.ts'

const ask = (source: Parameters<typeof createSigningKeys>[0]) =>
  Promise.resolve(createSigningKeys(source)({ alg: 'RS256', kid: 'k' }, { payload: '', signature: '' })).catch((error: unknown) => error)
const unavailable = { code: 'unavailable', status: 503, message: 'the identity provider does not answer' }

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function endless(how: Endless) {
  const server = await startEndlessServer(how)
  closing.push(server.close)
  return server
}

/** An identity provider that names the address of its keys. */
async function discovery(jwks_uri: string) {
  const server = createServer((_request, response) => void response.end(JSON.stringify({ issuer: issuer(), jwks_uri })))
  const issuer = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => new Promise<void>((done) => server.closeAllConnections() ?? server.close(() => done())))
  return issuer()
}

describe('an identity provider without an end is as one that does not answer', () => {
  test('keys that flood are cut after half a megabyte, wherever their address comes from', async () => {
    const server = await endless('floods')
    for (const source of [{ jwksUrl: server.url }, { issuer: await discovery(server.url) }]) {
      const cut = server.cut()
      const sent = server.sent()
      expect(await ask(source)).toMatchObject(unavailable)
      await expect.poll(server.cut).toBe(cut + 1)
      expect(server.sent() - sent).toBeLessThan(24)
    }
  })

  test('so is a discovery document', async () => {
    const server = await endless('floods')
    expect(await ask({ issuer: server.url })).toMatchObject(unavailable)
    expect(server.sent()).toBeLessThan(24)
  })

  test('keys and documents that drip are given up after 3 s', async () => {
    const server = await endless('drips')
    const started = performance.now()
    expect(await Promise.all([ask({ jwksUrl: server.url }), ask({ issuer: server.url })])).toMatchObject([unavailable, unavailable])
    expect(performance.now() - started).toBeLessThan(8_000)
    await expect.poll(server.cut).toBe(2)
  })
})

test('a provider that stops answering takes nobody along for an hour, and a key that it withdraws is gone when it answers again', async () => {
  const jwk = async (kid: string) => ({ ...(await exportJWK((await generateKeyPair('RS256')).publicKey)), kid, alg: 'RS256', use: 'sig' })
  let told: object | undefined = { keys: [await jwk('old'), await jwk('k')] }
  let asked = 0
  const server = createServer((_request, response) => {
    asked++
    if (told) response.end(JSON.stringify(told))
    else response.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => new Promise<void>((done) => server.closeAllConnections() ?? server.close(() => done())))
  let at = 0
  const minute = 60_000
  const keys = createSigningKeys({ jwksUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, () => at)
  const find = (kid: string) =>
    Promise.resolve(keys({ alg: 'RS256', kid }, { payload: '', signature: '' })).then(
      () => 'found',
      (e) => e.code,
    )
  expect(await find('old')).toBe('found')
  told = undefined
  at = 59 * minute
  expect(await find('old')).toBe('found')
  at = 61 * minute
  expect(await find('old')).toBe('unavailable')
  told = { keys: [await jwk('k')] }
  expect([await find('k'), await find('old')]).toEqual(['found', 'ERR_JWKS_NO_MATCHING_KEY'])
  const before = asked
  at += 9 * minute
  expect([await find('k'), asked]).toEqual(['found', before])
  at += 2 * minute
  expect(await find('k')).toBe('found')
  await expect.poll(() => asked).toBe(before + 1)
})
