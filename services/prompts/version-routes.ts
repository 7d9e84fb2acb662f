import { z } from 'zod'
import type { App } from '../../kernel/http/app/app.ts'
import type { Manifest, PromptVersion } from '../../kernel/prompts/manifest.ts'
import { type PromptType, promptTypes } from '../../kernel/prompts/prompt-source.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import { applyCommand, type PromptDeps } from './apply.ts'
import { promptName, versionOf, versionsOf } from './find-version.ts'
import { entryOf, entrySchema, exampleEntry } from './replies.ts'
import { FORMS, PROMPTS } from './routes.ts'

const querySchema = z.object({ type: z.enum(promptTypes), name: z.string().describe('With or without .j2.') })
const revertSchema = z
  .object({ type: z.enum(promptTypes), name: z.string(), version: z.string().min(1) })
  .meta({ examples: [{ type: 'system', name: 'support', version: exampleEntry.version }] })
const revertedSchema = z
  .object({ status: z.literal('reverted'), reverted_to: z.string(), prompt_id: z.string() })
  .meta({ examples: [{ status: 'reverted', reverted_to: exampleEntry.version, prompt_id: exampleEntry.id }] })

/** The legacy routes: versions of one name, and the way back to one of them. */
export function registerVersionRoutes(app: App, deps: PromptDeps): void {
  const { store } = deps
  app.get(
    `${PROMPTS}/versions`,
    {
      config: { access: 'api' },
      schema: {
        summary: 'List the versions of a prompt, newest first',
        querystring: querySchema,
        response: { 200: z.object({ entries: z.array(entrySchema) }) },
      },
    },
    async (request) => {
      const { type, name } = request.query
      const manifest = await store.manifest()
      return { entries: versionsNamed(manifest, type, name).map((version) => entryOf(store, manifest, version)) }
    },
  )

  app.post(
    `${PROMPTS}/revert`,
    {
      config: { access: 'api', form: true },
      schema: {
        summary: 'Make a version the current version',
        consumes: ['application/json', ...FORMS],
        body: revertSchema,
        response: { 200: revertedSchema },
      },
    },
    async (request) => {
      const { type, name, version } = request.body
      const target = versionsNamed(await store.manifest(), type, name).find((v) =>
        [versionOf(v), `${v.stamp}-${v.ordinal}`].includes(version),
      )
      if (!target) throw new ApiError('not_found', `${name} has no version ${JSON.stringify(version.slice(0, 100))}.`)
      await applyCommand(deps, { kind: 'promote', type, identifier: target.id }, request)
      return { status: 'reverted' as const, reverted_to: versionOf(target), prompt_id: target.id }
    },
  )
}

function versionsNamed(manifest: Manifest, type: PromptType, given: string): PromptVersion[] {
  const name = promptName(given, 'name')
  const versions = versionsOf(manifest, type).filter((version) => version.name === name)
  if (versions.length === 0) throw new ApiError('not_found', `There is no ${type} prompt named ${name}.`)
  return versions
}
