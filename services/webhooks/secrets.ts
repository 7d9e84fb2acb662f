import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { InstallationKey } from '../../kernel/connections/installation-key.ts'
import { seal, unseal } from '../../kernel/connections/secret-box.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'

/** Standard Webhooks: 24 to 64 bytes. */
const BYTES = 32
/** How long a secret signs beside the one that took its place. */
const OVERLAP_MS = 24 * 60 * 60 * 1000

/** `until`: ms since the epoch, null for the present one. */
const secretsSchema = z.array(z.object({ secret: z.string(), until: z.number().nullable() }))
export type Secrets = z.output<typeof secretsSchema>

const purposeOf = (id: string) => `webhook ${id}`

const freshSecret = (): string => `whsec_${randomBytes(BYTES).toString('base64')}`

/** A new secret, before those that are there; each of these signs for another 24 h, or to its own end. */
export function rotated(before: Secrets, now: number): { secret: string; secrets: Secrets } {
  const secret = freshSecret()
  const older = before.map((one) => ({ ...one, until: one.until ?? now + OVERLAP_MS })).filter(({ until }) => until > now)
  return { secret, secrets: [{ secret, until: null }, ...older] }
}

export const sealSecrets = async (key: InstallationKey, id: string, secrets: Secrets): Promise<string> =>
  seal(await key.readOrMake(), JSON.stringify(secrets), purposeOf(id))

/** ApiError unavailable where they were encrypted with another key. */
export async function openSecrets(key: InstallationKey, id: string, sealed: string): Promise<Secrets> {
  const own = await key.read()
  const text = own && unseal(own, sealed, purposeOf(id))
  if (text === undefined)
    throw new ApiError(
      'unavailable',
      'the secret of the endpoint was encrypted with a key that is no longer there: set SECRETS_KEY as it was, or, where it lay in the blobs, ' +
        'put installation/secrets.key back; else make a new secret by POST /api/v2/webhooks/{id}/rotate',
    )
  return secretsSchema.parse(JSON.parse(text))
}

/** The headers of a delivery as the Standard Webhooks specification has them: every secret that holds signs. */
export function signatureHeaders(secrets: Secrets, { id, body, now }: { id: string; body: string; now: number }): Record<string, string> {
  const at = new Date(now)
  const holding = secrets.filter(({ until }) => until === null || until > now)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': holding.map(({ secret }) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
