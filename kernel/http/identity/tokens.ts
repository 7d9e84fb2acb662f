import { hash } from 'node:crypto'
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { ApiError } from '../../runtime/errors.ts'

/** Largest difference between the issuer's clock and this one, in seconds. */
const CLOCK_TOLERANCE = 30
/** A verified token is looked up again after this long at the latest, so that a withdrawn signing key takes effect. */
const REMEMBER_MS = 5 * 60_000
const REMEMBERED = 10_000

export interface VerifiedToken {
  readonly subject?: string
  readonly roles: readonly string[]
  readonly claims: Readonly<Record<string, unknown>>
  /** When it has to be verified again, in ms since the epoch. */
  readonly goodUntil: number
}

/** Checks a bearer token for an audience, at once when it is remembered. ApiError unauthorized when it is not good, unavailable when the keys cannot be fetched. */
export type VerifyToken = (token: string, audience: string) => VerifiedToken | Promise<VerifiedToken>

/**
 * Signatures RS256 and ES256 only, by the issuer's published keys; `exp` is required. A good token is remembered by its hash for
 * up to five minutes, never past its end.
 */
export function createTokenVerifier(options: { keys: JWTVerifyGetKey; issuer?: string; now?: () => number }): VerifyToken {
  const { keys, issuer, now = Date.now } = options
  const good = new Map<string, VerifiedToken>()
  const check = async (token: string, audience: string, name: string): Promise<VerifiedToken> => {
    const payload = await verify(token, { audience, keys, issuer, at: new Date(now()) })
    // RFC 7519 §4.1.2: a text. Anything else names nobody, and must not pass for somebody.
    if (payload.sub !== undefined && (typeof payload.sub !== 'string' || payload.sub === ''))
      throw refused(new errors.JWTClaimValidationFailed('sub names nobody', payload, 'sub'))
    const goodUntil = Math.min((payload.exp! + CLOCK_TOLERANCE) * 1000, now() + REMEMBER_MS)
    const verified: VerifiedToken = { subject: payload.sub, roles: rolesOf(payload), claims: payload, goodUntil }
    if (good.size >= REMEMBERED) good.delete(good.keys().next().value!)
    good.set(name, verified)
    return verified
  }
  return (token, audience) => {
    const name = hash('sha256', `${audience}\0${token}`, 'base64url')
    const hit = good.get(name)
    if (hit && hit.goodUntil > now()) return hit
    good.delete(name)
    return check(token, audience, name)
  }
}

async function verify(
  token: string,
  check: { audience: string; keys: JWTVerifyGetKey; issuer: string | undefined; at: Date },
): Promise<JWTPayload> {
  const options = {
    algorithms: ['RS256', 'ES256'],
    audience: check.audience,
    issuer: check.issuer,
    requiredClaims: ['exp'],
    clockTolerance: CLOCK_TOLERANCE,
    currentDate: check.at,
  }
  try {
    return (await jwtVerify(token, check.keys, options)).payload
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    if (!(cause instanceof errors.JWKSMultipleMatchingKeys)) throw refused(cause)
    // a token without kid may fit several keys: the right one is the one that verifies
    for await (const key of cause) {
      try {
        return (await jwtVerify(token, key, options)).payload
      } catch (error) {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw refused(error)
      }
    }
    throw refused(cause)
  }
}

const reasons: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'the bearer token has expired',
  ERR_JWT_CLAIM_VALIDATION_FAILED: 'a claim of the bearer token is not acceptable here',
}

function refused(cause: unknown): ApiError {
  const code = cause instanceof errors.JOSEError ? cause.code : ''
  return new ApiError('unauthorized', reasons[code] ?? 'the bearer token is not valid', {
    cause,
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })
}

function rolesOf({ roles }: JWTPayload): readonly string[] {
  return Array.isArray(roles) ? roles.filter((r) => typeof r === 'string') : typeof roles === 'string' ? [roles] : []
}
