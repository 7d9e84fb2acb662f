import { z } from 'zod'
import type { App } from '../../kernel/http/app/app.ts'
import { sendPage } from '../../kernel/http/reply/pages.ts'
import { DEFAULT_ALIAS, modelAlias } from '../../kernel/llm/aliases.ts'
import { currentVersion, type Manifest, pathOf } from '../../kernel/prompts/manifest.ts'
import type { DefaultPromptType } from '../../kernel/prompts/prompt-source.ts'
import type { PromptDeps } from './apply.ts'
import { configuredDefaults, configuredDefaultsSchema, exampleEntry } from './replies.ts'
import { wantsJson } from './routes.ts'

const originSchema = z.object({ source: z.string().describe('built-in, file:<path> or blob:<path>.'), prompt_id: z.string().nullable() })
const replySchema = z
  .object({
    active_model: z.looseObject({ alias: z.string(), provider: z.string() }),
    configured_defaults: configuredDefaultsSchema,
    llm_params: z.record(z.string(), z.unknown()),
    prompt_source: z.object({ kind: z.string(), system_prompt: originSchema, response_template: originSchema }),
    cache_status: z.object({ manifest_version: z.int(), loaded_at: z.string().nullable() }),
  })
  .meta({
    id: 'Bootstrap',
    description: 'What a chat uses by default.',
    examples: [
      {
        active_model: { alias: 'default', provider: 'embedded' },
        configured_defaults: { system_prompts: [exampleEntry.name], response_template: null },
        llm_params: { n: 1, temperature: 0 },
        prompt_source: {
          kind: 'filesystem',
          system_prompt: { source: `file:${exampleEntry.path}`, prompt_id: exampleEntry.id },
          response_template: { source: 'built-in', prompt_id: null },
        },
        cache_status: { manifest_version: 7, loaded_at: '2026-03-12T09:30:00.000Z' },
      },
    ],
  })

/** GET /api/v2/unified-test: what a test page starts with, or the page on which questions are tried. */
export function registerBootstrapRoute(app: App, { ctx, store }: PromptDeps): void {
  const { config, llm } = ctx.ports
  app.route({
    method: 'GET',
    url: '/api/v2/unified-test',
    config: { access: (request) => (wantsJson(request) ? 'api' : 'open') },
    schema: {
      tags: ['chat'],
      summary: 'Get the default model, parameters and prompts of a chat; without json=true the page',
      page: true,
      querystring: z.object({ json: z.string().optional() }),
      response: { 200: replySchema },
    },
    async handler(request, reply) {
      reply.header('vary', 'Accept')
      if (!wantsJson(request)) return sendPage(request, reply, 'ask')
      const manifest = await store.manifest()
      const held = store.held()
      return {
        active_model: { ...modelAlias(config, llm, DEFAULT_ALIAS) },
        configured_defaults: configuredDefaults(manifest),
        llm_params: { ...config.llms.defaults.params, ...config.llms.models[DEFAULT_ALIAS]?.params },
        prompt_source: { kind: store.kind, system_prompt: origin(manifest, 'system'), response_template: origin(manifest, 'response') },
        cache_status: { manifest_version: manifest.version, loaded_at: held ? new Date(held.loadedAt).toISOString() : null },
      }
    },
  })

  function origin(manifest: Manifest, type: DefaultPromptType) {
    const version = currentVersion(manifest, type)
    if (!version) return { source: 'built-in', prompt_id: null }
    return { source: `${store.kind === 'blob' ? 'blob' : 'file'}:${pathOf(version)}`, prompt_id: version.id }
  }
}
