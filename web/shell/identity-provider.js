import { authHeaders, credentials, providerSession, replaceToken, setCredentials } from './session.js'

const PENDING = 'millrace.signing-in'
const CALLBACK = '/sign-in/callback'
/** A sign-in that was left half done is no longer waited for. */
const PENDING_MS = 30 * 60_000
const LOOK_MS = 10_000
/** Between clocks of the provider and of this machine. */
const SKEW_S = 60
const RENEW_BEFORE_MS = 60_000
/** A token that is as young as this and is refused will not be better when it is renewed. */
const JUST_GIVEN_MS = 30_000

/** A sign-in that did not come about, in words that can be shown. */
export class SignInError extends Error {
  name = 'SignInError'
}

/** Whether people sign in at an identity provider here. */
export const hasProvider = () => 'provider' in (document.querySelector('.tools')?.dataset ?? {})

/** The server's word on how; rejects with a SignInError. */
export async function providerWay() {
  const reply = await fetch('/sign-in/provider', { cache: 'no-store', signal: AbortSignal.timeout(LOOK_MS) }).catch(() => undefined)
  if (reply?.ok) return reply.json()
  const told = await reply?.json().catch(() => undefined)
  throw new SignInError(told?.error?.message ? `Signing in is not possible now: ${told.error.message}.` : 'The server does not answer.')
}

const library = () => import('/assets/vendor/oauth4webapi.js')
const redirectUri = () => location.origin + CALLBACK
/** A page of this console, whatever was kept; never another site. */
const ownPage = (path) => {
  const url = URL.parse(path ?? '/', location.origin)
  return url?.origin === location.origin && url.pathname !== CALLBACK ? url.pathname + url.search + url.hash : '/'
}

/** Leaves for the identity provider; it leads back to this page. `key` is kept for whoever comes back. */
export async function goToProvider(way, key) {
  if (!globalThis.crypto?.subtle)
    throw new SignInError('A browser signs in on https (or on this machine) only. Open the console by its https address.')
  const oauth = await library()
  const [state, nonce, verifier] = [oauth.generateRandomState(), oauth.generateRandomNonce(), oauth.generateRandomCodeVerifier()]
  const here = location.pathname === CALLBACK ? pending()?.returnTo : location.pathname + location.search + location.hash
  const kept = { state, nonce, verifier, issuer: way.provider.issuer, returnTo: ownPage(here), key, at: Date.now() }
  sessionStorage.setItem(PENDING, JSON.stringify(kept))
  const address = new URL(way.provider.authorization_endpoint)
  const asked = {
    client_id: way.client_id,
    redirect_uri: redirectUri(),
    response_type: 'code',
    scope: way.scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of [...way.parameters, ...Object.entries(asked)]) address.searchParams.set(name, value)
  location.assign(address)
}

function pending() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PENDING) ?? 'null')
    return kept && Date.now() - kept.at < PENDING_MS ? kept : undefined
  } catch {
    return undefined
  }
}

/**
 * Takes what the provider sent the browser back with, once, and signs in. Resolves with the page to go on with; rejects with a SignInError
 * and nobody signed in by it.
 * @param {URLSearchParams} given
 */
export async function comeBack(given) {
  const begun = pending()
  // used up before anything else is done: a reply that comes again finds nothing that waits for it
  sessionStorage.removeItem(PENDING)
  if (!begun) throw new SignInError('No sign-in waits for this reply: it was finished already, or begun in another tab or long ago.')
  const [oauth, way] = await Promise.all([library(), providerWay()])
  if (way.provider.issuer !== begun.issuer) throw new SignInError('The server has changed its identity provider meanwhile.')
  const client = { client_id: way.client_id, [oauth.clockTolerance]: SKEW_S }
  try {
    const parameters = oauth.validateAuthResponse(way.provider, client, given, begun.state)
    const reply = await oauth.authorizationCodeGrantRequest(way.provider, client, oauth.None(), parameters, redirectUri(), begun.verifier, {
      ...limits(oauth, way),
      additionalParameters: furtherOf(way),
    })
    const tokens = await oauth.processAuthorizationCodeResponse(way.provider, client, reply, {
      expectedNonce: begun.nonce,
      requireIdToken: true,
    })
    const who = oauth.getValidatedIdTokenClaims(tokens)
    setCredentials({ key: begun.key || credentials().key, token: tokens.access_token, session: sessionOf(tokens, way, who) })
  } catch (error) {
    throw inWords(error, oauth, way)
  }
  return ownPage(begun.returnTo)
}

/** `resource` (RFC 8707) is asked for at the token endpoint too. */
const furtherOf = ({ parameters }) => parameters.filter(([name]) => name === 'resource')

const limits = (oauth, { provider }) => ({
  signal: AbortSignal.timeout(LOOK_MS),
  [oauth.allowInsecureRequests]: new URL(provider.token_endpoint).protocol === 'http:',
})

/** What is kept of the provider's reply beside the access token: no ID token, which nothing needs any more. */
function sessionOf({ refresh_token, expires_in }, way, { sub, name, preferred_username, email }) {
  const { issuer, token_endpoint, revocation_endpoint, end_session_endpoint } = way.provider
  const now = Date.now()
  return {
    ...{ issuer, sub, name: [name, preferred_username, email].find((text) => typeof text === 'string' && text) ?? sub },
    ...{ client_id: way.client_id, token_endpoint, revocation_endpoint, end_session_endpoint, resource: furtherOf(way) },
    ...{ refresh_token, given_at: now, ...(expires_in ? { expires_at: now + expires_in * 1000 } : {}) },
  }
}

const MIXED_UP = 'The reply does not belong to the sign-in that was begun here. Nothing was taken from it.'

/** Errors of RFC 6749 §4.1.2.1 and OpenID Connect Core §3.1.2.6 that tell a person something. */
const REASONS = {
  access_denied: 'You were not let in, or did not agree.',
  login_required: 'It asks you to sign in there again.',
  temporarily_unavailable: 'It is overloaded or being looked after. Try again in a moment.',
  server_error: 'It has a trouble of its own. Try again in a moment.',
  invalid_scope: 'It does not know what OIDC_SCOPES asks for: tell whoever runs this server.',
  invalid_target: 'It does not know what OIDC_SIGN_IN_PARAMETERS asks for: tell whoever runs this server.',
  unauthorized_client: 'This console is not allowed to sign people in there: tell whoever runs this server.',
  invalid_client: 'It does not take this console for a public client: tell whoever runs this server.',
  invalid_grant: 'The sign-in took too long or was used already.',
}

function inWords(error, oauth, { provider }) {
  const { host } = new URL(provider.issuer)
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    const said = String(error.error_description ?? '').slice(0, 300)
    const reason = REASONS[error.error] ?? 'It gave no reason that is known here.'
    return new SignInError(`${host} did not sign you in (${String(error.error).slice(0, 60)}). ${reason}${said ? ` It says: ${said}` : ''}`)
  }
  if (error instanceof TypeError || error?.name === 'TimeoutError')
    return new SignInError(`${host} does not answer this page. If that goes on, it has to allow calls from ${location.origin} (CORS).`)
  return new SignInError(MIXED_UP)
}

let renewing

/**
 * Renews the token where it ends soon, or was `refused`, and the provider gave a way to. Resolves with whether there is a newer token now;
 * never rejects.
 */
export function renew({ refused = false } = {}) {
  const session = providerSession()
  if (!session?.refresh_token) return Promise.resolve(false)
  const { given_at, expires_at = Number.POSITIVE_INFINITY } = session
  const now = Date.now()
  const due = refused ? now - given_at > JUST_GIVEN_MS : expires_at - now < Math.min(RENEW_BEFORE_MS, (expires_at - given_at) / 2)
  if (!due) return Promise.resolve(false)
  renewing ??= fetchRenewal(session).finally(() => {
    renewing = undefined
  })
  return renewing
}

/** The headers that carry the credentials, renewed where they end soon. */
export async function freshHeaders() {
  await renew()
  return authHeaders()
}

async function fetchRenewal(session) {
  const oauth = await library()
  const provider = { issuer: session.issuer, token_endpoint: session.token_endpoint }
  const client = { client_id: session.client_id, [oauth.clockTolerance]: SKEW_S }
  const { token } = credentials()
  try {
    const options = { ...limits(oauth, { provider }), additionalParameters: session.resource }
    const reply = await oauth.refreshTokenGrantRequest(provider, client, oauth.None(), session.refresh_token, options)
    const tokens = await oauth.processRefreshTokenResponse(provider, client, reply)
    const who = oauth.getValidatedIdTokenClaims(tokens)
    if (who && who.sub !== session.sub) throw new SignInError('the provider renewed the token of somebody else')
    // somebody signed out, or in as another, while the provider was asked
    if (credentials().token !== token) return false
    const now = Date.now()
    const { refresh_token = session.refresh_token, expires_in } = tokens
    const renewed = { ...session, refresh_token, given_at: now, expires_at: expires_in ? now + expires_in * 1000 : undefined }
    replaceToken(tokens.access_token, renewed)
    return true
  } catch (error) {
    // without an answer it may work the next time; a refusal is for good, and the panel is shown when the server refuses the old token
    const refused = error instanceof oauth.ResponseBodyError || error instanceof SignInError
    if (refused && credentials().token === token) replaceToken(token, { ...session, refresh_token: undefined })
    return false
  }
}

/** Signs out here and at the provider: what renews tokens is given back, and the browser goes to where the provider ends its own session. */
export function signOutEverywhere() {
  const session = providerSession()
  if (session?.refresh_token && session.revocation_endpoint)
    fetch(session.revocation_endpoint, {
      method: 'POST',
      keepalive: true,
      body: new URLSearchParams({ token: session.refresh_token, token_type_hint: 'refresh_token', client_id: session.client_id }),
    }).catch(() => undefined)
  setCredentials({ key: '', token: '' }, session?.end_session_endpoint && endOfSession(session))
}

/** RP-Initiated Logout 1.0 §2, by the client's id: an ID token would stand in the address. */
function endOfSession({ end_session_endpoint, client_id }) {
  const address = new URL(end_session_endpoint)
  address.searchParams.set('client_id', client_id)
  address.searchParams.set('post_logout_redirect_uri', `${location.origin}/`)
  return address.href
}
