import { fileURLToPath } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { searchPages } from '../../kernel/docs/search-pages.ts'
import type { App } from '../../kernel/http/app/app.ts'
import { wantsPage } from '../../kernel/http/reply/negotiate.ts'
import { readStaticFiles, sendComposed, sendFile, sendNotFound } from '../../kernel/http/reply/pages.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import { registerApiReference } from './api-reference.ts'
import type { OpenManual } from './open-manual.ts'
import { pageAddress } from './page-links.ts'

const IMAGES = fileURLToPath(new URL('../../docs/images/', import.meta.url))
const MAX_QUERY_LENGTH = 200
const MAX_RESULTS = 20

const open = { access: 'open' } as const
const hidden = { config: open, schema: { hide: true } }

const searchQuery = z.object({
  q: z.string().trim().min(1).max(MAX_QUERY_LENGTH).describe('Words or a question.'),
  limit: z
    .string()
    .regex(/^\d{1,2}$/, 'a whole number')
    .transform(Number)
    .pipe(z.number().min(1).max(MAX_RESULTS))
    .default(8),
})
const searchReply = z
  .object({
    items: z.array(
      z.object({
        title: z.string(),
        heading: z.string().describe('The heading of the section that matches best.'),
        path: z.string().describe('The address of this section.'),
        excerpt: z.string().describe('Plain text around the words that match.'),
      }),
    ),
  })
  .meta({
    id: 'DocumentationFound',
    description: 'Pages of the documentation, the best match first.',
    examples: [
      {
        items: [
          {
            title: 'Upload documents',
            heading: 'Upload a folder',
            path: '/docs/how-to/upload-documents#upload-a-folder',
            excerpt: 'To upload a whole folder, name it.',
          },
        ],
      },
    ],
  })

/** Registers the pages of `docs/`, their pictures, their search and the API reference. */
export function registerDocsRoutes(app: App): void {
  // The renderer loads with the first page: most processes never show one.
  let opened: Promise<OpenManual> | undefined
  const manual = () =>
    (opened ??= import('./open-manual.ts')
      .then(({ openManual }) => openManual(app.pages.composed('docs')))
      .catch((error: unknown) => {
        opened = undefined
        throw error
      }))
  app.get('/docs', hidden, async (request, reply) => sendPageAt('', request, reply, await manual()) as never)
  app.get('/docs/:section/:page', hidden, async (request, reply) => {
    const { section, page } = request.params as { section: string; page: string }
    return sendPageAt(`${section}/${page}`, request, reply, await manual()) as never
  })
  registerImages(app)
  registerSearch(app)
  registerApiReference(app)
}

function sendPageAt(path: string, request: FastifyRequest, reply: FastifyReply, manual: OpenManual): FastifyReply {
  const page = manual.find(path)
  return page ? sendComposed(request, reply, page) : notFound(request, reply)
}

function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (wantsPage(request)) return sendNotFound(request, reply)
  throw new ApiError('not_found', 'The documentation has no such page. GET /docs lists all pages.')
}

function registerImages(app: App): void {
  let images: ReturnType<typeof readStaticFiles> | undefined
  app.get('/docs/images/:file', hidden, async (request, reply) => {
    images ??= readStaticFiles(IMAGES)
    const image = images.get((request.params as { file: string }).file)
    return (image ? sendFile(request, reply, image) : notFound(request, reply)) as never
  })
}

function registerSearch(app: App): void {
  const schema = {
    operationId: 'searchDocumentation',
    summary: 'Search the documentation',
    description: 'Finds pages by keywords. A misspelled or unfinished word finds the likeliest one.',
    querystring: searchQuery,
    response: { 200: searchReply },
  }
  app.get('/docs/search', { config: open, schema }, async (request) => {
    const found = await searchPages(request.query.q, request.query.limit)
    const items = found.map(({ path, title, heading, anchor, excerpt }) => ({
      title,
      heading,
      path: `${pageAddress(path)}${anchor ? `#${anchor}` : ''}`,
      excerpt,
    }))
    return { items }
  })
}
