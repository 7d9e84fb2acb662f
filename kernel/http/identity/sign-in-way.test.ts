import { expect, it } from 'vitest'
import { policyReaching, securityHeaders } from '../app/security-headers.ts'
import { createSignInWay } from './sign-in-way.ts'

const ISSUER = 'https://id.example/tenant'
const found = {
  issuer: ISSUER,
  jwks_uri: `${ISSUER}/keys`,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: 'https://tokens.example/token',
  revocation_endpoint: 'https://tokens.example/revoke',
}
const env = {
  OIDC_ISSUER: ISSUER,
  OIDC_CLIENT_ID: 'console',
  OIDC_SCOPES: 'openid',
  OIDC_SIGN_IN_PARAMETERS: 'audience=api%3A%2F%2Fmill&prompt=login',
  SUBSCRIPTION_KEYS: undefined,
}

it('without a client for browsers nobody signs in', () => {
  expect(createSignInWay({ ...env, OIDC_CLIENT_ID: undefined })).toBeUndefined()
  expect(createSignInWay({ ...env, OIDC_ISSUER: undefined })).toBeUndefined()
})

it('tells what a browser needs, and pages reach the issuer and its endpoints alone', async () => {
  const way = createSignInWay(env, async () => found)!
  expect(policyReaching(way.origins())).toContain("connect-src 'self' https://id.example;")
  const { jwks_uri: _, ...provider } = found
  expect(await way.provider()).toEqual({
    client_id: 'console',
    scope: 'openid',
    parameters: [
      ['audience', 'api://mill'],
      ['prompt', 'login'],
    ],
    key: false,
    provider,
  })
  expect(policyReaching(way.origins())).toContain("connect-src 'self' https://id.example https://tokens.example;")
  expect(securityHeaders['content-security-policy']).toContain("connect-src 'self';")
})

it('a provider that does not answer is 503, and asked again', async () => {
  let down = true
  const way = createSignInWay(env, async () => {
    if (down) throw new Error('silent')
    return found
  })!
  await expect(way.provider()).rejects.toMatchObject({
    status: 503,
    message: 'the identity provider id.example does not tell how to sign in',
  })
  down = false
  expect((await way.provider()).provider.issuer).toBe(ISSUER)
})

it('endpoints without https, or none, are not gone to', async () => {
  for (const over of [
    { token_endpoint: 'http://tokens.example/token' },
    { end_session_endpoint: 'http://id.example/end' },
    { authorization_endpoint: undefined },
  ])
    await expect(createSignInWay(env, async () => ({ ...found, ...over }))!.provider()).rejects.toMatchObject({ status: 503 })
})
