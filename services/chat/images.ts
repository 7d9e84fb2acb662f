import { z } from 'zod'
import type { Config } from '../../kernel/config.ts'
import { ApiError } from '../../kernel/errors.ts'
import { type ModelAlias, modelAliases } from '../../kernel/llm/aliases.ts'
import type { ContentPart, Llm } from '../../kernel/llm/llm.ts'

/** Largest inline image, in characters of its data URL. */
export const MAX_DATA_URL = 5 * 1024 * 1024
const DATA_URL = /^data:image\/[\w.+-]+(?:;[\w=.+-]+)*;base64,/

const detail = z.enum(['low', 'high']).optional()
const imageSchema = z.union([
  z.looseObject({ url: z.url({ protocol: /^https$/, error: 'url must be https' }), data_url: z.undefined().optional(), detail }),
  z.looseObject({
    data_url: z.string().regex(DATA_URL, 'data_url must be a base64 data: URL of an image'),
    url: z.undefined().optional(),
    detail,
  }),
])
const imagesSchema = z.array(z.unknown()).min(1).max(20)

/** The images of a multimodal request as parts of the latest user message. ApiError 400 for none or a wrong one, 413 for one that is too large. */
export function imageParts(metadata: Readonly<Record<string, unknown>>): ContentPart[] {
  const images = imagesSchema.safeParse(metadata.images)
  if (!images.success)
    throw new ApiError('invalid_request', 'metadata.images must hold at least one image (at most 20).', {
      details: { field: 'metadata.images' },
    })
  return images.data.map((image, i) => {
    const field = `metadata.images.${i}`
    refuseLarge(image, field)
    const parsed = imageSchema.safeParse(image)
    if (!parsed.success)
      throw new ApiError('invalid_request', `${field} needs an https url or a data_url with an image, and detail is low or high.`, {
        details: { field },
      })
    const { url, data_url, detail } = parsed.data
    return { type: 'image_url', image_url: { url: (url ?? data_url)!, ...(detail ? { detail } : {}) } }
  })
}

/** ApiError 400 with `details.try_models` when the alias cannot see. */
export function requireMultimodal(alias: ModelAlias, config: Config, provider: Llm['provider']): void {
  if (alias.supports_multimodal) return
  const able = modelAliases(config, provider).filter((m) => m.supports_multimodal)
  throw new ApiError('invalid_request', `The model alias ${alias.alias} does not read images.`, {
    details: { field: 'override_config', try_models: able.map((m) => m.alias) },
  })
}

function refuseLarge(image: unknown, field: string): void {
  const data = typeof image === 'object' && image !== null && 'data_url' in image ? image.data_url : undefined
  if (typeof data === 'string' && data.length > MAX_DATA_URL * 1.02)
    throw new ApiError('payload_too_large', `${field}.data_url is over 5 MB.`, { details: { field, max_bytes: MAX_DATA_URL } })
}
