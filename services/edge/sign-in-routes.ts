import type { App } from '../../kernel/http/app/app.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'

/** Tells the console's pages how people sign in at the identity provider: public facts, which a browser needs before anybody is known. */
export function registerSignIn(app: App): void {
  const { signIn } = app.pages
  app.get('/sign-in/provider', { config: { access: 'open' }, schema: { hide: true } }, async (_request, reply) => {
    if (!signIn)
      throw new ApiError('not_found', 'nobody signs in at an identity provider here: OIDC_ISSUER and OIDC_CLIENT_ID are not both set')
    return reply.header('cache-control', 'no-store').send((await signIn.provider()) as never)
  })
  // asked at once, so that the pages' policy names the origins of the provider's endpoints; a failure is told to who signs in
  signIn?.provider().catch((error: unknown) => app.log.warn({ err: error }, 'the identity provider does not tell how people sign in'))
}
