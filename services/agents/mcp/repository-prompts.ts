import type { Manifest, PromptVersion } from '../../../kernel/prompts/manifest.ts'
import { pathOf } from '../../../kernel/prompts/manifest.ts'
import type { PromptReader } from '../../../kernel/prompts/prompt-root.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { namesRead } from '../../../kernel/templates/names-read.ts'
import { parseTemplate } from '../../../kernel/templates/parse-template.ts'
import type { Templates } from '../../../kernel/templates/templates.ts'
import { cursorOf, type ListPosition } from './list-cursor.ts'

const PAGE = 50
/** Longer templates are offered without a list of their variables. */
const MOST_READ = 64_000
const MOST_ARGUMENTS = 50

export type ListedPrompt = {
  name: string
  title?: string
  description: string
  arguments: { name: string; required: false }[]
}

export interface PromptsFor {
  readonly reader: PromptReader
  readonly templates: Templates
}

/** `system.welcome`: of each type and name the version that was saved last. */
function latestVersions({ entries }: Manifest): ReadonlyMap<string, PromptVersion> {
  const latest = new Map(entries.map((version) => [`${version.type}.${version.name}`, version]))
  return new Map([...latest].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** A page of the repository's prompts, in order of name. */
export async function listPrompts({ reader }: PromptsFor, { skip }: ListPosition) {
  const all = [...latestVersions(await reader.manifest())]
  const some = all.slice(skip, skip + PAGE)
  const found = await Promise.all(some.map(([name, version]) => listed(reader, name, version)))
  const more = skip + PAGE < all.length
  return {
    prompts: found.flatMap((prompt) => prompt ?? []),
    ...(more ? { nextCursor: cursorOf('prompts', { part: 0, skip: skip + PAGE }) } : {}),
  }
}

async function listed(reader: PromptReader, name: string, version: PromptVersion): Promise<ListedPrompt | undefined> {
  const text = await textOf(reader, version)
  if (text === undefined) return undefined
  const { label, notes } = version.metadata
  return {
    name,
    ...(label ? { title: label } : {}),
    description: notes || `The ${version.type} prompt ${version.name}, as it was saved last.`,
    arguments: variablesOf(text).map((variable) => ({ name: variable, required: false as const })),
  }
}

/** The text of a prompt: as it is written, or with the given variables in it. Undefined where there is no such prompt. ApiError as templates give it. */
export async function getPrompt(
  { reader, templates }: PromptsFor,
  name: string,
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly description: string; readonly text: string } | undefined> {
  const version = latestVersions(await reader.manifest()).get(name)
  const written = version && (await textOf(reader, version))
  if (!version || written === undefined) return undefined
  const given = Object.keys(variables).length > 0
  const text = given ? (await templates.render(written, variables)).text : written
  return { description: version.metadata.notes || `The ${version.type} prompt ${version.name}.`, text }
}

/** Undefined where the version was deleted meanwhile. */
async function textOf(reader: PromptReader, version: PromptVersion): Promise<string | undefined> {
  try {
    return await reader.read(pathOf(version))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}

function variablesOf(text: string): string[] {
  if (text.length > MOST_READ) return []
  try {
    return [...namesRead(parseTemplate(text))].sort().slice(0, MOST_ARGUMENTS)
  } catch {
    return [] // a draft that does not parse yet has none that could be told
  }
}
