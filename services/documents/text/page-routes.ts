import { z } from 'zod'
import { sectionOf } from '../../../kernel/config/section.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { callerName } from '../../../kernel/http/identity/caller-name.ts'
import { matchesEtag, sendBytesWithEtag } from '../../../kernel/http/reply/etag.ts'
import { digits } from '../../../kernel/http/reply/paging.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { formatOf } from '../formats/catalog.ts'
import { pageWordsSchema } from '../parse/page-words.ts'
import { parsingSection } from '../parse/parsing-section.ts'
import { uploadIdSchema } from '../uploads/reply-schemas.ts'
import { uploadDocs } from '../uploads/route-docs.ts'
import { existing } from '../uploads/routes.ts'
import { createPagePictures } from './page-pictures.ts'

const config = { access: 'api' } as const
const params = z.object({ upload_id: uploadIdSchema, page: digits(1, 20_000).describe('From 1.') })

const wordsSchema = pageWordsSchema.meta({
  id: 'PageWords',
  description: 'The words of a page; `box` is left, top, right, bottom in parts of its picture.',
  examples: [{ words: [{ text: 'Hotels', box: [0.12, 0.08, 0.19, 0.095] }] }],
})

/** Pages of PDFs and pictures as they look, with the places of their words. Other formats have no pages to draw. */
export function registerPageRoutes(app: App, ctx: EdgeContext): void {
  const pictures = createPagePictures(ctx.ports.blobs, () => sectionOf(ctx.ports.config, parsingSection), ctx.log)
  app.addHook('onClose', pictures.close)

  /** What is to be drawn, with the tag of its picture, for a caller who may read the document. */
  async function requested({
    caller,
    params: { upload_id, page },
  }: {
    caller: Parameters<typeof existing>[1]
    params: z.output<typeof params>
  }) {
    const { file, document_id, generation } = await existing(ctx, caller, upload_id)
    if (!file || !formatOf(file.file_type)?.drawn)
      throw new ApiError('not_found', 'only pages of PDFs and of pictures can be drawn; read the text instead', { details: { upload_id } })
    const key = `${document_id}/${generation}/${upload_id}`
    return { key, blob: file.blob, fileType: file.file_type, page, caller: callerName(caller) }
  }
  const tagOf = ({ key, page }: { key: string; page: number }, kind: string) => `"${key.replaceAll('/', '.')}.${page}.${kind}.1"`

  const bytes = { content: { 'image/png': { schema: z.string().meta({ format: 'binary' }) } } }
  app.get(
    '/api/v2/upload/:upload_id/pages/:page.png',
    { config, schema: { ...uploadDocs.pagePicture, params, response: { 200: bytes } } },
    async (request, reply) => {
      const wanted = await requested(request)
      const etag = tagOf(wanted, 'png')
      reply.header('cache-control', 'private, no-cache').header('x-content-type-options', 'nosniff')
      if (matchesEtag(request.headers['if-none-match'], etag)) return sendBytesWithEtag(request, reply, '', 'image/png', etag) as never
      return sendBytesWithEtag(request, reply, (await pictures.page(wanted)).png, 'image/png', etag) as never
    },
  )

  app.get(
    '/api/v2/upload/:upload_id/pages/:page/words',
    { config, schema: { ...uploadDocs.pageWords, params, response: { 200: wordsSchema } } },
    async (request) => ({ words: (await pictures.page(await requested(request))).words }),
  )
}
