import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../../kernel/http/body/parse-json.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'

/** A signature is taken so long after it was made, and so much before, because clocks differ; in ms. */
const GOOD_FOR_MS = 24 * 3_600_000
const CLOCKS_DIFFER_MS = 300_000
const FORM = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

/** What a host page says of district, quarter and user, word for word, and how its server signed that. */
export const signedMetadataSchema = z
  .object({
    text: z.string().max(20_000).describe('The value of `data-sdac`, word for word.'),
    signature: z.string().max(200).describe('`t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<text>`.'),
  })
  .meta({ examples: [{ text: '{"districtId":"d-17"}', signature: `t=1772000000,v1=${'0'.repeat(64)}` }] })
export type SignedMetadata = z.output<typeof signedMetadataSchema>

/** The value of `data-sdac-signature` for a text, at a time in ms since the epoch. */
export function signMetadata(text: string, key: string, now: number): string {
  const seconds = Math.floor(now / 1000)
  return `t=${seconds},v1=${macOf(seconds, text, key).toString('hex')}`
}

/** The fields that were signed. ApiError forbidden where nothing, or something else, was signed, or too long ago. */
export function readSignedMetadata(given: SignedMetadata | undefined, key: string, now: number): unknown {
  if (!given) throw refused('this server takes signed metadata only: data-sdac-signature is missing beside data-sdac')
  const [, seconds = '', hex = ''] = FORM.exec(given.signature) ?? []
  if (!hex) throw refused('data-sdac-signature: must be t=<seconds>,v1=<64 hexadecimal digits>')
  if (!timingSafeEqual(Buffer.from(hex, 'hex'), macOf(Number(seconds), given.text, key)))
    throw refused('data-sdac-signature: is not that of data-sdac; sign the attribute’s value word for word')
  const age = now - Number(seconds) * 1000
  if (age > GOOD_FOR_MS || age < -CLOCKS_DIFFER_MS) throw refused('data-sdac-signature: is too old, or of the future; load the page again')
  return parseJson(given.text, { name: 'metadata.text' })
}

const macOf = (seconds: number, text: string, key: string): Buffer => createHmac('sha256', key).update(`${seconds}.${text}`).digest()

const refused = (message: string): ApiError => new ApiError('forbidden', message, { details: { field: 'metadata' } })
