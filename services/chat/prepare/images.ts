import { z } from 'zod'
import type { Config } from '../../../kernel/config/config.ts'
import { type ModelAlias, modelAliases, type Served } from '../../../kernel/llm/aliases.ts'
import type { ContentPart } from '../../../kernel/llm/llm.ts'
import { publicUrl } from '../../../kernel/net/public-address.ts'
import { leadsToPublic, type ResolveName } from '../../../kernel/net/public-lookup.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'

/** Largest inline image, in decoded bytes. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024
const DATA_URL = /^data:(image\/[\w.+-]+)(?:;[\w=.+-]+)*;base64,/i
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

const detail = z.enum(['low', 'high']).optional()
const imageSchema = z.union([
  z.looseObject({ url: z.string(), data_url: z.undefined().optional(), detail }),
  z.looseObject({
    data_url: z.string().regex(DATA_URL, 'data_url must be a base64 data: URL of an image'),
    url: z.undefined().optional(),
    detail,
  }),
])
const imagesSchema = z.array(z.unknown()).min(1).max(20)

/**
 * The images of a multimodal request as parts of the latest user message. An https address of the internet is handed on and fetched by
 * the model alone. ApiError 400 for none or a wrong one, 413 for one that is too large.
 */
export function imageParts(metadata: Readonly<Record<string, unknown>>): ContentPart[] {
  const images = imagesSchema.safeParse(metadata.images)
  if (!images.success)
    throw new ApiError('invalid_request', 'metadata.images must hold at least one image (at most 20).', {
      details: { field: 'metadata.images' },
    })
  return images.data.map((image, i) => {
    const field = `metadata.images.${i}`
    const parsed = imageSchema.safeParse(image)
    if (!parsed.success)
      throw new ApiError('invalid_request', `${field} needs an https url or a data_url with an image, and detail is low or high.`, {
        details: { field },
      })
    const { url, data_url, detail } = parsed.data
    const address = data_url === undefined ? addressOf(url!, `${field}.url`) : data_url
    if (data_url !== undefined) checkInline(data_url, `${field}.data_url`)
    return { type: 'image_url', image_url: { url: address, ...(detail ? { detail } : {}) } }
  })
}

/** A model may stand where it reaches what the caller does not. */
function addressOf(given: string, field: string): string {
  const read = publicUrl(given)
  if ('problem' in read) throw wrong(field, read.problem)
  return read.url.href
}

/** ApiError 400 when the name of an image's host leads into a private network at this moment. */
export async function requirePublicHosts(parts: readonly ContentPart[], resolve?: ResolveName): Promise<void> {
  const remote = parts.flatMap((part, i) =>
    part.type === 'image_url' && part.image_url.url.startsWith('https:') ? [{ url: new URL(part.image_url.url), i }] : [],
  )
  const allowed = await Promise.all(remote.map(({ url }) => leadsToPublic(url, resolve)))
  const refused = remote.find((_, at) => !allowed[at])
  if (refused) throw wrong(`metadata.images.${refused.i}.url`, 'must not lead into a private network')
}

/** ApiError 400 with `details.try_models` when the alias cannot see. */
export function requireMultimodal(alias: ModelAlias, config: Pick<Config, 'llms'>, served: Served): void {
  if (alias.supports_multimodal) return
  const able = modelAliases(config, served).filter((m) => m.supports_multimodal)
  throw new ApiError('invalid_request', `The model alias ${alias.alias} does not read images.`, {
    details: { field: 'override_config', try_models: able.map((m) => m.alias) },
  })
}

/** What the first bytes of the formats are that vision models read. */
const FORMATS: readonly { readonly type: string; readonly is: (bytes: Buffer) => boolean }[] = [
  { type: 'image/png', is: (b) => b.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) },
  { type: 'image/jpeg', is: (b) => b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff },
  { type: 'image/gif', is: (b) => /^GIF8[79]a/.test(b.toString('latin1', 0, 6)) },
  { type: 'image/webp', is: (b) => b.toString('latin1', 0, 4) === 'RIFF' && b.toString('latin1', 8, 12) === 'WEBP' },
]
const SAME: Readonly<Record<string, string>> = { 'image/jpg': 'image/jpeg' }

function checkInline(dataUrl: string, field: string): void {
  const [head = '', declared = ''] = DATA_URL.exec(dataUrl) ?? []
  const padding = dataUrl.endsWith('==') ? 2 : dataUrl.endsWith('=') ? 1 : 0
  if (Math.floor(((dataUrl.length - head.length) * 3) / 4) - padding > MAX_IMAGE_BYTES)
    throw new ApiError('payload_too_large', `${field} holds more than 5 MB.`, { details: { field, max_bytes: MAX_IMAGE_BYTES } })
  const base64 = dataUrl.slice(head.length)
  if (!BASE64.test(base64)) throw wrong(field, 'is not base64')
  const type = declared.toLowerCase()
  const found = FORMATS.find(({ is }) => is(Buffer.from(base64.slice(0, 24), 'base64')))?.type
  if (!found) throw wrong(field, 'is none of PNG, JPEG, GIF and WebP')
  if (found !== (SAME[type] ?? type)) throw wrong(field, `says ${type} and is ${found}`)
}

const wrong = (field: string, what: string): ApiError => new ApiError('invalid_request', `${field} ${what}.`, { details: { field } })
