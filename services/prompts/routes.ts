import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../../kernel/http/app/app.ts'
import { asksFor } from '../../kernel/http/reply/negotiate.ts'
import { sendPage } from '../../kernel/http/reply/pages.ts'
import { promptTypes } from '../../kernel/prompts/prompt-source.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import { applyCommand, type PromptDeps } from './apply.ts'
import type { PromptCommand } from './change.ts'
import { findVersion } from './find-version.ts'
import { type Bundle, bundleOf, bundleSchema, entryOf, entrySchema, exampleEntry } from './replies.ts'
import { commandOf, promptBodySchema } from './request.ts'

export const PROMPTS = '/api/v2/prompts'
export const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

const querySchema = z.object({
  json: z.string().optional().describe('true: the manifest bundle; else the page, unless Accept asks for JSON.'),
  prompt_id: z.string().optional().describe('Record id, path or name of a version whose text is wanted.'),
  prompt_type: z.enum(promptTypes).optional(),
})

const savedSchema = z
  .object({
    status: z.enum(['saved', 'updated', 'renamed', 'deleted', 'default_set']),
    prompt_id: z.string(),
    default_set: z.boolean().describe('Whether the version was made the default by this.'),
    entry: entrySchema.describe('As it is now; as it was when it was deleted.'),
  })
  .meta({
    id: 'PromptSaved',
    description: 'What was done, and the version that it was done to.',
    examples: [{ status: 'saved', prompt_id: exampleEntry.id, default_set: true, entry: exampleEntry }],
  })

const acceptsJson = (request: FastifyRequest): boolean => asksFor(request.headers.accept, 'application/json')

/** Whether a path that serves a page and data is asked for its data. The same rule chooses who may ask. */
export function wantsJson(request: FastifyRequest): boolean {
  const { json } = request.query as { json?: unknown }
  return json === 'true' || json === '1' || acceptsJson(request)
}

/** GET and POST /api/v2/prompts. */
export function registerPromptRoutes(app: App, deps: PromptDeps): void {
  app.route({
    method: 'GET',
    url: PROMPTS,
    config: { access: (request) => (wantsJson(request) ? 'api' : 'open') },
    schema: {
      page: true,
      tags: ['prompts'],
      summary: 'Get the prompt repository: its page, or with json=true its content',
      querystring: querySchema,
      response: { 200: bundleSchema },
    },
    async handler(request, reply) {
      reply.header('vary', 'Accept')
      if (!wantsJson(request)) return sendPage(request, reply, 'prompts')
      reply.header('cache-control', 'no-cache')
      return readBundle(deps, request.query)
    },
  })
  app.route({
    method: 'POST',
    url: PROMPTS,
    config: { access: 'api', form: true },
    schema: {
      tags: ['prompts'],
      summary: 'Save, relabel, rename, delete or promote a prompt',
      description: 'A form is answered with 303 to this path, unless Accept asks for JSON.',
      consumes: ['application/json', ...FORMS],
      body: promptBodySchema,
      response: { 200: savedSchema, 303: z.null().describe('A form was taken, or with `error=` in Location was not.') },
    },
    handler: async (request, reply) => {
      const type = request.headers['content-type']?.toLowerCase() ?? ''
      const byForm = FORMS.some((form) => type.startsWith(form))
      const redirects = byForm && !acceptsJson(request)
      // browsers send the line ends of text areas as CR LF
      const body = byForm ? withPlainLineEnds(request.body) : request.body
      try {
        const command = commandOf(promptBodySchema.parse(body))
        const done = await applyCommand(deps, command, request)
        if (redirects) return await redirect(reply, successOf(command))
        const entry = entryOf(deps.store, done.manifest, done.entry)
        return { status: STATUS[command.kind], prompt_id: entry.id, default_set: isPromotion(command), entry }
      } catch (error) {
        const refused = error instanceof ApiError && error.status < 500
        if (redirects && refused && request.body.action === 'make_default_prompt') return redirect(reply, { error: 'default_failed' })
        throw error
      }
    },
  })
}

async function readBundle({ ctx, store }: PromptDeps, query: z.output<typeof querySchema>): Promise<Bundle> {
  const manifest = await store.manifest()
  const bundle = await bundleOf(store, manifest, ctx.log)
  const { prompt_id } = query
  if (prompt_id === undefined) return bundle
  const types = query.prompt_type ? [query.prompt_type] : promptTypes
  const version = types.map((type) => findVersion(manifest, type, prompt_id)).find((found) => found !== undefined)
  if (!version) throw new ApiError('not_found', `There is no prompt ${JSON.stringify(prompt_id.slice(0, 200))}.`)
  return { ...bundle, prompt: { ...entryOf(store, manifest, version), content: await store.text(version) } }
}

const STATUS = { save: 'saved', update: 'updated', rename: 'renamed', delete: 'deleted', promote: 'default_set' } as const
const SUCCESS = { save: 'saved', update: 'metadata_saved', rename: 'renamed', delete: 'deleted', promote: 'default_set' } as const

const isPromotion = (command: PromptCommand): boolean => command.kind === 'promote' || (command.kind === 'save' && command.makeDefault)

const successOf = (command: PromptCommand): Record<string, string> => ({
  [SUCCESS[command.kind]]: 'true',
  ...(isPromotion(command) ? { default_set: 'true' } : {}),
})

const redirect = (reply: FastifyReply, query: Record<string, string>): FastifyReply =>
  reply.redirect(`${PROMPTS}?${new URLSearchParams(query)}`, 303)

const withPlainLineEnds = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value]),
  )
