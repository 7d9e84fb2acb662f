import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { limitsOf, platformLimits } from '../../../kernel/access/limits.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { readUpload } from '../../../kernel/http/body/multipart.ts'
import { idempotent } from '../../../kernel/http/idempotency/idempotency.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { indexNameOf } from '../../../kernel/search/index-name.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { countFiles } from '../knowledge/read-files.ts'
import { type Change, changeIndex, createAllConfigured, createConfigured, modes } from './change-index.ts'
import { clearAndTell, keepFinishing } from './clearing.ts'
import { chunksOf, registerDelete } from './delete-route.ts'
import { registerReadIndex } from './read-index-route.ts'
import { readSpec } from './read-spec.ts'
import { MAX_YAML_BYTES, readYaml } from './read-yaml.ts'

const ROOT = '/api/v2/search/indexes'
const changes = { access: 'admin' } as const

const liveSchema = z
  .object({
    indexes: z.array(
      z.object({
        name: z.string(),
        alias: z.string().nullable(),
        document_count: z
          .int()
          .describe('Chunks that the caller may read, each of which is a document of the search engine: the same as `chunks`.'),
        documents: z.int().describe('Documents that the caller can find in it.'),
        chunks: z.int().describe('Chunks of these.'),
      }),
    ),
  })
  .meta({
    id: 'LiveIndexes',
    description: 'Every index with its alias.',
    examples: [{ indexes: [{ name: 'documents', alias: 'default', document_count: 1_204, documents: 31, chunks: 1_204 }] }],
  })
const changeSchema = z
  .object({
    status: z.enum(['created', 'updated']),
    name: z.string(),
    created: z.literal(true).optional(),
    updated: z.literal(true).optional(),
  })
  .meta({
    id: 'IndexChange',
    description: 'What was done to the index.',
    examples: [{ status: 'created', name: 'contracts', created: true }],
  })
const changed = { 200: changeSchema, 201: changeSchema }
const createAllSchema = z
  .object({
    status: z.enum(['ok', 'failed']).describe('failed: at least one index could not be made.'),
    results: z.array(
      z.object({ alias: z.string(), name: z.string(), status: z.enum(['created', 'exists', 'failed']), message: z.string().optional() }),
    ),
  })
  .meta({
    id: 'IndexesCreated',
    description: 'What became of each configured alias.',
    examples: [{ status: 'ok', results: [{ alias: 'default', name: 'documents', status: 'exists' }] }],
  })
const clearSchema = z
  .object({
    status: z.enum(['cleared', 'would_clear']),
    name: z.string(),
    deleted: z.int().describe('Chunks that are gone: none of a dry run.'),
    documents: z.int().optional().describe('Of a dry run: documents that would not be found any more.'),
    chunks: z.int().optional().describe('Of a dry run: chunks that would go.'),
  })
  .meta({
    id: 'IndexCleared',
    description: 'The index is empty, or what would go from it.',
    examples: [{ status: 'cleared', name: 'documents', deleted: 1_204 }],
  })

const modeSchema = z.enum(modes)
const nameSchema = z.string().min(1).max(128).describe('Name or alias of an index.')

const statusOf = (change: Change): 200 | 201 => (change.status === 'created' ? 201 : 200)

/** Lists, makes, changes and clears search indexes. */
export function registerSearchAdminRoutes(app: App, ctx: EdgeContext): void {
  registerSpecRoutes(app, ctx)
  registerReadIndex(app, ctx)
  registerConfiguredRoutes(app, ctx)
  registerClear(app, ctx)
  registerDelete(app, ctx)
  keepFinishing(app, ctx)
}

function registerSpecRoutes(app: App, { ports, readAs }: EdgeContext): void {
  app.get(
    `${ROOT}/live`,
    { config: { access: 'api' }, schema: { operationId: 'listIndexes', summary: 'List indexes', response: { 200: liveSchema } } },
    async ({ caller }) => {
      const aliases = Object.entries(ports.config.indexes.aliases)
      const live = await ports.search.listIndexes()
      const readable = readAs(caller)
      return {
        indexes: await Promise.all(
          live.map(async ({ spec: { name } }) => {
            const chunks = await readable.count(name)
            const documents = await countFiles(ports.database, limitsOf(caller, ports.config), name)
            const alias = aliases.find(([, target]) => target === name)?.[0] ?? null
            return { name, alias, document_count: chunks, documents, chunks }
          }),
        ),
      }
    },
  )

  const body = z.object({ mode: modeSchema, index: z.looseObject({}).describe("Azure AI Search's index JSON.") }).meta({
    id: 'IndexSpec',
    description: 'An index and what to do with it.',
    examples: [
      {
        mode: 'create',
        index: {
          name: 'contracts',
          fields: [
            { name: 'id', type: 'Edm.String', key: true },
            { name: 'text', type: 'Edm.String', searchable: true },
          ],
        },
      },
    ],
  })
  const errors = ['conflict', 'not_found'] as const
  app.post(
    `${ROOT}/from-json`,
    {
      config: changes,
      schema: {
        operationId: 'changeIndexFromJson',
        summary: 'Create or update an index',
        description: 'An attribute that is not known is 400 with its path. The type of a field that is there cannot change.',
        errors,
        body,
        response: changed,
      },
    },
    async (request, reply) => {
      const change = await changeIndex(ports.search, request.body.mode, readSpec(request.body.index), ports.config.indexes.aliases)
      return reply.code(statusOf(change)).send(change)
    },
  )

  const description = `The file is YAML of at most ${MAX_YAML_BYTES} bytes, without tags; anchors and aliases are read as far as they repeat no more than an index can hold.`
  const form = z
    .object({ file: z.string().meta({ contentMediaType: 'application/yaml' }), mode: modeSchema.default('create') })
    .meta({ description: 'The index as a file.', examples: [{ file: 'name: contracts\nfields: …', mode: 'create' }] })
  app.post(
    `${ROOT}/from-yaml`,
    {
      config: changes,
      schema: {
        operationId: 'changeIndexFromYaml',
        summary: 'Create an index from a YAML file',
        description,
        errors,
        form,
        response: changed,
      },
    },
    async (request, reply) => {
      const { file, fields } = await readUpload(request, { maxFileBytes: MAX_YAML_BYTES, onFile: (stream) => buffer(stream) })
      if (!file) throw new ApiError('invalid_request', 'file: the form has no file; send the YAML as the part named file')
      const mode = modeSchema.safeParse(fields.mode ?? 'create')
      if (!mode.success) throw new ApiError('invalid_request', `mode: one of ${modes.join(', ')}`, { details: { field: 'mode' } })
      const { status, body } = await idempotent(ports, request, `${mode.data}\n${file.result.toString('base64')}`, async () => {
        const change = await changeIndex(ports.search, mode.data, readSpec(readYaml(file.result)), ports.config.indexes.aliases)
        return { status: statusOf(change), headers: {}, body: change }
      })
      return reply.code(status as 200 | 201).send(changeSchema.parse(body))
    },
  )
}

function registerConfiguredRoutes(app: App, { ports, log }: EdgeContext): void {
  app.post(
    `${ROOT}/create/:alias`,
    {
      config: changes,
      schema: {
        operationId: 'createIndexOfAlias',
        summary: 'Create the configured index of an alias',
        errors: ['conflict'],
        params: z.object({ alias: nameSchema }),
        response: changed,
      },
    },
    async (request, reply) => {
      const change = await createConfigured(ports, request.params.alias)
      return reply.code(statusOf(change)).send(change)
    },
  )

  app.post(
    `${ROOT}/create-all`,
    {
      config: changes,
      schema: {
        operationId: 'createAllIndexes',
        summary: 'Create every configured index that is missing',
        response: { 200: createAllSchema },
      },
    },
    async () => {
      const results = await createAllConfigured(ports, log)
      return { status: results.some((r) => r.status === 'failed') ? ('failed' as const) : ('ok' as const), results }
    },
  )
}

function registerClear(app: App, ctx: EdgeContext): void {
  const { search, config, database } = ctx.ports
  const summary = 'Delete all documents of an index'
  const params = z.object({ alias_or_name: nameSchema })
  app.post(
    `${ROOT}/clear/:alias_or_name`,
    {
      config: changes,
      schema: {
        operationId: 'clearIndex',
        summary,
        description: 'The index itself stays. Uploads that end afterwards show in it again. `dry_run=true` tells what would go.',
        params,
        querystring: z.object({ dry_run: z.enum(['true', 'false']).default('false') }),
        response: { 200: clearSchema },
      },
    },
    async (request) => {
      const name = indexNameOf(config, request.params.alias_or_name)
      if (!(await search.getIndex(name))) throw new ApiError('not_found', `there is no index or alias named ${name}`)
      if (request.query.dry_run === 'true') {
        const documents = await countFiles(database, platformLimits, name)
        return { status: 'would_clear' as const, name, deleted: 0, documents, chunks: await chunksOf(ctx, name) }
      }
      const deleted = await clearAndTell(ctx, name, { requestId: request.id, traceparent: request.traceparent })
      ctx.log.info({ index: name, deleted, actor: request.caller.actor, requestId: request.id }, 'index cleared')
      return { status: 'cleared' as const, name, deleted }
    },
  )
}
