import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { blobStatus, blobStatusExample, blobStatusSchema, ensureContainer } from '../../kernel/blobs/blob-status.ts'
import { fileConfigOf, readOverrides, refreshConfig, settingsVersion } from '../../kernel/config/live-config.ts'
import { type Overrides, settingsOf, settingValue } from '../../kernel/config/settings.ts'
import type { App } from '../../kernel/http/app/app.ts'
import { paged, pagedSchema, pageQuery, sliceOf } from '../../kernel/http/reply/paging.ts'
import { ensureIndexes } from '../../kernel/search/ensure-indexes.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { settingValueSchema } from '../../schemas/settings.ts'
import { planChanges } from './plan-changes.ts'
import { readInput } from './read-input.ts'
import { historyEntrySchema, readHistory, saveSettings } from './store.ts'

const ROOT = '/api/v2/settings'
const value = settingValueSchema.nullable()

const changedSchema = z
  .object({
    changes: z.array(z.object({ key: z.string(), from: value, to: value, from_type: z.string(), to_type: z.string() })),
    persisted: z.boolean(),
    version: z.int().optional().describe('Number of the change that holds now.'),
    blob_storage: blobStatusSchema.extend({ created: z.boolean() }).optional(),
  })
  .meta({
    id: 'SettingsChanged',
    description: 'What changes, or has changed.',
    examples: [
      {
        changes: [{ key: 'llms.defaults.params.temperature', from: 0, to: 0.2, from_type: 'number', to_type: 'number' }],
        persisted: true,
        version: 3,
        blob_storage: { ...blobStatusExample, created: false },
      },
    ],
  })

const settingSchema = z.object({
  key: z.string(),
  type: z.enum(['number', 'boolean', 'string', 'list']),
  value,
  file_value: value.describe('What config.yaml says.'),
  is_set: z.boolean().describe('Whether the value was set here and wins over the file.'),
  schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the value: limits, choices, description.'),
})

const exampleSetting = {
  key: 'llms.defaults.params.temperature',
  type: 'number',
  value: 0.2,
  file_value: 0,
  is_set: true,
  schema: { type: 'number', minimum: 0, maximum: 2 },
}

/** Reading and changing what config.yaml says, for every process at once. */
export function registerSettingsRoutes(app: App, ctx: EdgeContext): void {
  registerReading(app, ctx)
  registerChanging(app, ctx)
}

function registerReading(app: App, { ports, env, configSchema }: EdgeContext): void {
  const config = { access: 'api' } as const
  const listSchema = z
    .object({ version: z.int(), settings: z.array(settingSchema) })
    .meta({ id: 'Settings', description: 'Every setting as it holds now.', examples: [{ version: 3, settings: [exampleSetting] }] })
  app.get(ROOT, { config, schema: { summary: 'Get the settings in effect', response: { 200: listSchema } } }, async () => {
    const [version, overrides] = await Promise.all([settingsVersion(ports.database), readOverrides(ports.database)])
    // the file may have changed since the last call
    const file = fileConfigOf(ports.config)
    return {
      version,
      settings: settingsOf(configSchema, file).map((setting) => ({
        key: setting.key,
        type: setting.type,
        value: settingValue(ports.config, setting),
        file_value: settingValue(file, setting),
        is_set: Object.hasOwn(overrides, setting.key),
        schema: jsonSchemaOf(setting.schema),
      })),
    }
  })

  app.get(
    `${ROOT}/history`,
    {
      config: { access: 'admin' },
      schema: { summary: 'List changes of settings', querystring: pageQuery, response: { 200: pagedSchema(historyEntrySchema) } },
    },
    async (request) => {
      const { items, total } = await readHistory(ports.database, sliceOf(request.query))
      return paged(request.url, request.query, items, total)
    },
  )

  const summary = 'Check that the blob store responds and the container exists'
  app.get(`${ROOT}/blob-status`, { config, schema: { summary, response: { 200: blobStatusSchema } } }, () => blobStatus(ports.blobs, env))
}

function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema)
  return rest
}

type Compiler = FastifySchemaCompiler<unknown>
const bodyAsGiven: Compiler = (route) =>
  route.httpPart === 'body' ? (value: unknown) => ({ value }) : (validatorCompiler as Compiler)(route)

function registerChanging(app: App, ctx: EdgeContext): void {
  const { ports, env, log, configSchema } = ctx
  const query = z.object({
    dry_run: z.enum(['0', '1', 'false', 'true']).optional().describe('1: tells what would change and keeps nothing.'),
  })
  // For the OpenAPI document; `readInput` reads bodies, because texts of forms become the type of their setting.
  const known = settingsOf(configSchema, fileConfigOf(ports.config))
  const body = z
    .object(Object.fromEntries(known.map(({ key, schema }) => [key, schema.optional()])))
    .meta({ examples: [{ 'llms.defaults.params.temperature': 0.2 }] })
  const schema = {
    summary: 'Change settings',
    description:
      'Keys are dotted paths of config.yaml. An empty value, or null in JSON, takes the value of the file again. Lists are comma-separated.',
    consumes: ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'],
    querystring: query,
    body,
    response: { 200: changedSchema },
  }
  app.post(ROOT, { config: { access: 'admin', form: true }, schema, validatorCompiler: bodyAsGiven }, async (request: FastifyRequest) => {
    const { dry_run = '0' } = query.parse(request.query)
    const file = fileConfigOf(ports.config)
    const wanted = readInput(settingsOf(configSchema, file), request.body)
    const plan = (present: Overrides) => planChanges({ schema: configSchema, file, log }, present, wanted)
    const preview = plan(await readOverrides(ports.database))
    if (dry_run === '1' || dry_run === 'true') return { changes: [...preview.changes], persisted: false }
    await ensureIndexes(ports, preview.config.indexes.aliases)
    const cause = { requestId: request.id, traceparent: request.traceparent }
    const made = { source: 'settings', cause, actor: request.caller.actor, now: ports.clock.now() }
    const { changes } = await saveSettings(ports.database, plan, made)
    await refreshConfig({ database: ports.database, config: ports.config, schema: configSchema, log })
    const [version, blob_storage] = await Promise.all([settingsVersion(ports.database), ensureContainer(ports.blobs, env)])
    return { changes: [...changes], persisted: true, version, blob_storage }
  })
}
