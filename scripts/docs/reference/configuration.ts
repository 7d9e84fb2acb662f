import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Config } from '../../../kernel/config/config.ts'
import { settingsOf } from '../../../kernel/config/settings.ts'
import { configSchema } from '../../../services/config-schema.ts'
import { blocks, code, type ReferencePage, table, withCode } from './page.ts'
import { formOf } from './schema-form.ts'

/** What each section of config.yaml is for. */
const SECTIONS: Readonly<Record<string, string>> = {
  llms: 'Model aliases, and parameters that apply to all of them. An alias without an address of its own uses `LLM_BASE_URL`; without either, the extractive answerer quotes passages.',
  embeddings: 'Limits and price of the embeddings server of `EMBEDDINGS_BASE_URL`.',
  experiments: 'Experiments divide users among variants by weight. A request takes part when it sends `ab_testing.experiment_name`.',
  indexes: 'Index aliases and the default index.',
  retrieval: 'How passages are searched, reranked and selected for an answer.',
  access: 'Which documents a caller may read, by claims of its token or by its subscription key.',
  storage: 'Quotas for stored documents. An upload beyond a quota is rejected with 507.',
  upload: 'Limits of uploads.',
  watch: 'Handling of files from the folder of `WATCH_DIR`.',
  retention: 'How long the files of deleted and replaced documents are kept.',
  parsing: 'Limits of parsing, and recognition of scanned pages.',
  chunking: 'Size of the chunks that documents are divided into.',
  chat: 'How long conversations are kept.',
  local_models: 'Detection of model servers on this machine.',
  tagging: 'Vocabularies and models for tagging posts.',
  mcp: 'Remote MCP servers whose tools agents may use.',
  guides: 'Generation of quick reference guides.',
  annex: 'Editing of annexes of emergency plans.',
  sdac: 'Rules and limits of the review of cost reports.',
  reasoning: 'Limits and wording of the analysis of series.',
}

/** One name for the entries of each record. */
const ENTRIES: Readonly<Record<string, string>> = {
  'llms.models': '<alias>',
  experiments: '<name>',
  'experiments.<name>.variants': '<variant>',
  'indexes.aliases': '<alias>',
  'access.keys': '<key name>',
  'tagging.tenants': '<tenant>',
  'mcp.servers': '<name>',
}

interface Row {
  readonly key: string
  readonly fallback: string
  readonly form: string
  readonly description: string
  readonly fileOnly: boolean
}

interface Around {
  readonly description?: string | undefined
  readonly fallback?: unknown
  readonly required: boolean
  /** The optional object in which a setting is required. */
  readonly within?: string | undefined
}

const shipped: unknown = parse(readFileSync(new URL('../../../config.yaml', import.meta.url), 'utf8'))
const valueAt = (content: unknown, key: string): unknown =>
  key.split('.').reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], content)

const shown = (value: unknown): string => code(typeof value === 'string' ? (value === '' ? "''" : value) : JSON.stringify(value))

function fallbackOf(key: string, { fallback, required, within }: Around): string {
  if (fallback !== undefined) return shown(fallback)
  if (!required) return 'unset'
  if (within !== undefined) return `required with ${code(within)}`
  const value = valueAt(shipped, key)
  return value === undefined || typeof value === 'object' ? 'required' : `required; shipped as ${shown(value)}`
}

/** Reads the rows of a schema, each object of settings in full once. */
function rowsOf(schema: z.core.$ZodType, key: string, seen: Map<object, string>, around: Around = { required: true }): Row[] {
  const { description = around.description } = z.globalRegistry.get(schema) ?? {}
  if (schema instanceof z.ZodOptional) return rowsOf(schema.def.innerType, key, seen, { description, required: false, within: key })
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return rowsOf(schema.def.innerType, key, seen, { description, required: false, fallback: schema.def.defaultValue })
  const leaf = (form: string, said = description ?? ''): Row => ({
    key,
    fallback: fallbackOf(key, around),
    form,
    description: said,
    fileOnly: false,
  })
  if (schema instanceof z.ZodObject) {
    const first = seen.get(schema)
    if (first !== undefined) return [{ ...leaf('object', `The settings of ${code(first)}.`), fallback: 'unset' }]
    seen.set(schema, key)
    return Object.entries(schema.shape).flatMap(([name, inner]) =>
      rowsOf(inner as z.core.$ZodType, key === '' ? name : `${key}.${name}`, seen, { required: true, within: around.within }),
    )
  }
  if (schema instanceof z.ZodRecord) {
    const name = ENTRIES[key]
    if (name === undefined) throw new Error(`${key}: scripts/docs/reference/configuration.ts has no name for its entries`)
    return rowsOf(schema.def.valueType, `${key}.${name}`, seen)
  }
  return [leaf(formOf(schema))]
}

/** A configuration in which each record has an entry of its name. */
function example(schema: z.core.$ZodType, key: string): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return example(schema.def.innerType, key)
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, inner]) => [name, example(inner as z.core.$ZodType, key === '' ? name : `${key}.${name}`)]),
    )
  if (schema instanceof z.ZodRecord) return { [ENTRIES[key] ?? '']: example(schema.def.valueType, `${key}.${ENTRIES[key]}`) }
  return undefined
}

/** Every setting, by section. */
export function configurationRows(): ReadonlyMap<string, Row[]> {
  const live = new Set(settingsOf(configSchema, example(configSchema, '') as Config).map(({ key }) => key))
  const rows = rowsOf(configSchema, '', new Map()).map((row) => ({
    ...row,
    fileOnly: !live.has(row.key) && ![...live].some((key) => key.startsWith(`${row.key}.`)),
  }))
  return Map.groupBy(rows, ({ key }) => key.split('.')[0] ?? '')
}

function sectionOf(name: string, rows: readonly Row[]): string {
  const said = SECTIONS[name]
  if (said === undefined) throw new Error(`${name}: scripts/docs/reference/configuration.ts does not say what this section is for`)
  const cells = rows.map(({ key, fallback, form, description, fileOnly }) => [
    code(key),
    fallback,
    form,
    withCode(description),
    fileOnly ? 'no' : 'yes',
  ])
  return blocks(`## ${name}`, said, table(['Setting', 'Default', 'Value', 'Description', 'At run time'], cells))
}

export const configuration: ReferencePage = {
  name: 'configuration',
  title: 'Configuration',
  summary: 'Every section and setting of config.yaml, with its default, permitted values and effect.',
  questions: [
    'Which settings does config.yaml have?',
    'What can I change without a restart?',
    'What is the maximum file size, and how do I allow bigger files?',
    'How many pages may a PDF have?',
    'How do I change the number of passages that an answer is based on?',
    'How long are passages, and how do I change their size?',
    'How long are conversations kept?',
    'How do I limit how often or how fast a model is called?',
    'How do I set quotas for documents?',
    'Which settings does OCR have?',
    'Where do I set temperature and max_tokens?',
  ],
  body: () =>
    blocks(
      'Millrace reads `config.yaml`, or the file that `CONFIG_PATH` names. Secrets and addresses of the infrastructure are [environment variables](environment.md).',
      [
        '- A change of the file takes effect in every process within a second. An invalid file is ignored, and the log and the health report say why.',
        '- Settings marked "yes" in the last column can also be changed in the console under Settings, or by `POST /api/v2/settings`. Such a value overrides the file and survives restarts.',
        '- Settings marked "no" are read from the file only.',
        '- Parts in angle brackets are names that you choose. Settings of such an entry exist only for entries that the file contains.',
      ].join('\n'),
      ...[...configurationRows()].map(([name, rows]) => sectionOf(name, rows)),
    ),
}
