import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export const AUDIENCE = 'api://millrace'
export const CLIENT_ID = 'millrace-console'

/** An identity provider at which people sign in with a form of its own. `admit` makes a console known to it. */
export async function startPeopleProvider() {
  let handle: ReturnType<Provider['callback']> | undefined
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (handle) void handle(request, response)
    else response.writeHead(503).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    /** Method and address of everything that it was asked. */
    asked,
    /** `seconds`: the life of its access tokens. */
    admit(console: string, seconds = 3600) {
      const resource = {
        scope: '',
        audience: AUDIENCE,
        accessTokenTTL: seconds,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'RS256' } },
      }
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT_ID,
            token_endpoint_auth_method: 'none',
            grant_types: ['authorization_code', 'refresh_token'],
            redirect_uris: [`${console}/sign-in/callback`],
            post_logout_redirect_uris: [`${console}/`],
          },
        ],
        clientBasedCORS: () => true,
        cookies: { keys: ['only-for-tests'] },
        pkce: { required: () => true },
        issueRefreshToken: async () => true,
        extraTokenClaims: () => ({ roles: ['Api.Access'] }),
        findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: async () => ({ sub, name: sub }) }),
        claims: { profile: ['name'] },
        conformIdTokenClaims: false,
        ttl: { Interaction: 3600, Session: 3600, Grant: 3600, AccessToken: 3600, RefreshToken: 3600, IdToken: 3600 },
        features: {
          revocation: { enabled: true },
          resourceIndicators: {
            enabled: true,
            defaultResource: () => AUDIENCE,
            useGrantedResource: () => true,
            getResourceServerInfo: () => resource,
          },
        },
      })
      handle = provider.callback()
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
