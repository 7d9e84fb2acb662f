import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export const AUDIENCE = 'api://test'
export const WIDGET_AUDIENCE = 'api://widget'
const now = () => Math.floor(Date.now() / 1000)

/** An identity provider on loopback for tests: keys, discovery, and tokens good and bad. */
export async function startIdentityProvider() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const curve = await generateKeyPair('ES256', { extractable: true })
  const stranger = await generateKeyPair('RS256', { extractable: true })
  const keys = [
    { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' },
    { ...(await exportJWK(curve.publicKey)), kid: 'e1', alg: 'ES256', use: 'sig' },
  ]
  let fetches = 0
  let down = false
  const server = createServer((request, response) => {
    fetches++
    if (down) return void response.writeHead(500).end()
    const body = request.url === '/jwks' ? { keys } : { issuer, jwks_uri: `${issuer}/jwks` }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const claims = (over: JWTPayload = {}): JWTPayload => ({
    iss: issuer,
    aud: AUDIENCE,
    sub: 'tester',
    exp: now() + 600,
    roles: ['Api.Access'],
    ...over,
  })
  const mint = (over: JWTPayload = {}, header: Record<string, unknown> = {}, key = privateKey) =>
    new SignJWT(claims(over)).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(key)
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  /** Every token here must be refused with 401. */
  async function badTokens(): Promise<Record<string, string>> {
    const hsHead = `${part({ alg: 'HS256', kid: 'k1' })}.${part(claims())}`
    const good = await mint()
    return {
      expired: await mint({ exp: now() - 120 }),
      'no exp': await mint({ exp: undefined }),
      'not yet': await mint({ nbf: now() + 3600 }),
      'wrong audience': await mint({ aud: 'api://other' }),
      'wrong issuer': await mint({ iss: 'http://127.0.0.1:1' }),
      'wrong key': await mint({}, {}, stranger.privateKey),
      'wrong kid': await mint({}, { kid: 'k2' }),
      'kid with a path': await mint({}, { kid: '../../dev/null' }, stranger.privateKey),
      'jku of a stranger': await mint({}, { jku: 'http://127.0.0.1:1/jwks', kid: 'x' }, stranger.privateKey),
      'own jwk': await mint({}, { jwk: await exportJWK(stranger.publicKey), kid: 'k1' }, stranger.privateKey),
      'alg none': `${part({ alg: 'none', kid: 'k1' })}.${part(claims())}.`,
      'alg None': `${part({ alg: 'None', kid: 'k1' })}.${part(claims())}.`,
      'HS256 with the public key': `${hsHead}.${createHmac('sha256', await exportSPKI(publicKey))
        .update(hsHead)
        .digest('base64url')}`,
      'changed claims': `${good.split('.')[0]}.${part(claims({ roles: ['Api.Access', 'Api.Admin'] }))}.${good.split('.')[2]}`,
      'no signature': good.replace(/[^.]+$/, ''),
      garbage: 'a.b.c',
    }
  }

  return {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    mint,
    mintEs256: (over: JWTPayload = {}) => mint(over, { alg: 'ES256', kid: 'e1' }, curve.privateKey),
    badTokens,
    fetches: () => fetches,
    setDown: (value: boolean) => {
      down = value
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
