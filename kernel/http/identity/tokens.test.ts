import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, type JWTVerifyGetKey, SignJWT } from 'jose'
import { beforeAll, expect, it } from 'vitest'
import { createTokenVerifier } from './tokens.ts'

const START = 1_800_000_000
let asked = 0
let keys: JWTVerifyGetKey
let mint: (expiresIn: number, kid?: string, claims?: JWTPayload) => Promise<string>

beforeAll(async () => {
  const pairs = [await generateKeyPair('RS256', { extractable: true }), await generateKeyPair('RS256', { extractable: true })]
  const jwks = await Promise.all(pairs.map(async (pair, i) => ({ ...(await exportJWK(pair.publicKey)), kid: `k${i}`, alg: 'RS256' })))
  const local = createLocalJWKSet({ keys: jwks })
  keys = (header, token) => {
    asked++
    return local(header, token)
  }
  mint = (expiresIn, kid, claims) =>
    new SignJWT({ aud: 'a', sub: 's', roles: ['r', 7], ...claims })
      .setExpirationTime(START + expiresIn)
      .setProtectedHeader({ alg: 'RS256', ...(kid && { kid }) })
      .sign(pairs[1]!.privateKey)
})

const clocked = () => {
  const clock = { seconds: START }
  return { clock, verify: createTokenVerifier({ keys, now: () => clock.seconds * 1000 }) }
}

it('remembers a good token for five minutes, then asks for the key again', async () => {
  const { clock, verify } = clocked()
  const token = await mint(3600, 'k1')
  asked = 0
  for (const at of [0, 1, 299]) {
    clock.seconds = START + at
    expect(await verify(token, 'a')).toMatchObject({ subject: 's', roles: ['r'] })
  }
  expect(asked).toBe(1)
  clock.seconds = START + 301
  await verify(token, 'a')
  expect(asked).toBe(2)
})

it('forgets a token at its end, with half a minute for clocks', async () => {
  const { clock, verify } = clocked()
  const token = await mint(60, 'k1')
  await verify(token, 'a')
  clock.seconds = START + 80
  await verify(token, 'a')
  clock.seconds = START + 95
  await expect(verify(token, 'a')).rejects.toMatchObject({ code: 'unauthorized', message: 'the bearer token has expired' })
})

it('does not remember a token for another audience', async () => {
  const { verify } = clocked()
  const token = await mint(3600, 'k1')
  await verify(token, 'a')
  await expect(verify(token, 'b')).rejects.toMatchObject({ code: 'unauthorized' })
})

it('tries every key for a token that names none', async () => {
  const { verify } = clocked()
  const token = await mint(3600)
  expect(await verify(token, 'a')).toMatchObject({ subject: 's' })
  await expect(verify(`${token.slice(0, -8)}AAAAAAAA`, 'a')).rejects.toMatchObject({ code: 'unauthorized' })
})

it.each([5, null, '', ['s'], { s: 1 }])('refuses a token whose subject is %j', async (sub) => {
  const token = await mint(3600, 'k1', { sub: sub as never })
  await expect(clocked().verify(token, 'a')).rejects.toMatchObject({
    code: 'unauthorized',
    message: 'a claim of the bearer token is not acceptable here',
  })
})
