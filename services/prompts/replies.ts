import { z } from 'zod'
import { currentVersion, type Manifest, type PromptVersion, pathOf, promptMetadataSchema } from '../../kernel/prompts/manifest.ts'
import { builtInPrompts, type DefaultPromptType, promptTypes } from '../../kernel/prompts/prompt-source.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import type { Logger } from '../../kernel/runtime/log.ts'
import { fileNameOf, versionOf, versionsOf } from './find-version.ts'
import type { PromptStore } from './store.ts'

const kindSchema = z.enum(['filesystem', 'blob'])

/** What the API's document shows. */
export const exampleEntry = {
  id: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11',
  name: 'support@20260312-093000-1.j2',
  type: 'system',
  version: '20260312-093000',
  path: 'system/support@20260312-093000-1.j2',
  is_current: true,
  metadata: {
    label: 'Support desk',
    prompt_tag: 'support',
    notes: 'Shorter answers',
    saved_by: 'anna',
    saved_at: '2026-03-12T09:30:00.000Z',
    updated_by: null,
    updated_at: null,
    promoted_by: 'anna',
    promoted_at: '2026-03-12T09:31:00.000Z',
  },
  storage: { kind: 'filesystem', path: 'system/support@20260312-093000-1.j2', bytes: 1_204 },
} as const

export const entrySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.enum(promptTypes),
    version: z.string().describe('YYYYMMDD-HHMMSS, and -n from the second version of a second on.'),
    path: z.string().describe('What system_prompt_file and response_template_file take.'),
    is_current: z.boolean(),
    metadata: promptMetadataSchema,
    storage: z.object({ kind: kindSchema, path: z.string(), bytes: z.int() }),
  })
  .meta({ id: 'PromptEntry', description: 'A version of a prompt.', examples: [exampleEntry] })
export type Entry = z.output<typeof entrySchema>

const entriesSchema = z.array(entrySchema)
const versionsSchema = z.object({ current_id: z.string().nullable(), entries: entriesSchema })

export const configuredDefaultsSchema = z.object({
  system_prompts: z.array(z.string()).describe('Empty where the built-in prompt holds.'),
  response_template: z.string().nullable(),
})

const textsSchema = z.object({ system_prompt: z.string(), response_template: z.string() })

const builtIn = { system_prompt: 'You answer from the sources.', response_template: '{{ answer }}' }
const exampleBundle = {
  prompts: { system_prompts: [exampleEntry], response_templates: [], experiments: [] },
  configured_defaults: { system_prompts: [exampleEntry.name], response_template: null },
  effective: { ...builtIn, system_prompt: 'You answer for the support desk.' },
  built_in: builtIn,
  source: 'filesystem',
  manifest_version: 7,
  versions_by_type: {
    system: { current_id: exampleEntry.id, entries: [exampleEntry] },
    response: { current_id: null, entries: [] },
    experiment: { current_id: null, entries: [] },
  },
}

export const bundleSchema = z
  .object({
    prompts: z.object({ system_prompts: entriesSchema, response_templates: entriesSchema, experiments: entriesSchema }),
    configured_defaults: configuredDefaultsSchema,
    effective: textsSchema.describe('The texts that chats use now.'),
    built_in: textsSchema.describe('The texts that hold where nothing is the default.'),
    source: kindSchema,
    manifest_version: z.int(),
    versions_by_type: z.object({ system: versionsSchema, response: versionsSchema, experiment: versionsSchema }),
    prompt: entrySchema.extend({ content: z.string() }).optional().describe('The version of prompt_id.'),
  })
  .meta({ id: 'PromptBundle', description: 'What the prompt repository holds.', examples: [exampleBundle] })
export type Bundle = z.output<typeof bundleSchema>

/** A version as replies show it. */
export const entryOf = (store: PromptStore, manifest: Manifest, version: PromptVersion): Entry => ({
  id: version.id,
  name: fileNameOf(version),
  type: version.type,
  version: versionOf(version),
  path: pathOf(version),
  is_current: manifest.current_id[version.type] === version.id,
  metadata: version.metadata,
  storage: { kind: store.kind, path: pathOf(version), bytes: version.bytes },
})

/** Everything that is in the repository, newest first, without the texts of what is not in force. */
export async function bundleOf(store: PromptStore, manifest: Manifest, log: Logger): Promise<Omit<Bundle, 'prompt'>> {
  const [system_prompt, response_template] = await Promise.all([
    effectiveText(store, manifest, 'system', log),
    effectiveText(store, manifest, 'response', log),
  ])
  const versions = (type: PromptVersion['type']) => ({
    current_id: manifest.current_id[type],
    entries: versionsOf(manifest, type).map((version) => entryOf(store, manifest, version)),
  })
  const versions_by_type = { system: versions('system'), response: versions('response'), experiment: versions('experiment') }
  return {
    prompts: {
      system_prompts: versions_by_type.system.entries,
      response_templates: versions_by_type.response.entries,
      experiments: versions_by_type.experiment.entries,
    },
    configured_defaults: configuredDefaults(manifest),
    effective: { system_prompt, response_template },
    built_in: { system_prompt: builtInPrompts.system, response_template: builtInPrompts.response },
    source: store.kind,
    manifest_version: manifest.version,
    versions_by_type,
  }
}

/** Names of what is the default of each type. */
export function configuredDefaults(manifest: Manifest): z.output<typeof configuredDefaultsSchema> {
  const [system, response] = [currentVersion(manifest, 'system'), currentVersion(manifest, 'response')]
  return { system_prompts: system ? [fileNameOf(system)] : [], response_template: response ? fileNameOf(response) : null }
}

/** The list stays usable when a file is gone, so that another version can be made the default. */
async function effectiveText(store: PromptStore, manifest: Manifest, type: DefaultPromptType, log: Logger): Promise<string> {
  const version = currentVersion(manifest, type)
  if (!version) return builtInPrompts[type]
  return store.text(version).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    log.error({ err: error, promptId: version.id }, 'the file of a current prompt cannot be read')
    return ''
  })
}
