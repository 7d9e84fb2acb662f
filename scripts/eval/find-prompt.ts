import { z } from 'zod'
import { pathOf } from '../../clients/typescript/src/client.ts'
import { UsageError } from '../cli/find-files.ts'
import { callJson, type Server } from '../cli/server.ts'

const versionsSchema = z.object({ entries: z.array(z.looseObject({ version: z.string(), path: z.string() })) })

/** A name with a version: `p@20260312-101500`, `p@1` for the first that was saved, `p` for the newest. */
export function splitPrompt(given: string): { name: string; version: string | undefined } {
  const at = given.lastIndexOf('@')
  if (at < 0) return { name: given, version: undefined }
  if (at === 0 || at === given.length - 1) throw new UsageError(`${given} is not NAME, NAME@NUMBER or NAME@VERSION.`)
  return { name: given.slice(0, at), version: given.slice(at + 1) }
}

/** The one of the versions, newest first, that is meant; undefined when there is none. */
export function pickVersion<T extends { readonly version: string }>(entries: readonly T[], version: string | undefined): T | undefined {
  if (version === undefined) return entries[0]
  return /^\d{1,6}$/.test(version) ? entries.at(-Number(version)) : entries.find((entry) => entry.version === version)
}

/** The path under which a chat takes a version of a system prompt. UsageError for one that is not there. */
export async function findPrompt(server: Server, given: string, signal?: AbortSignal): Promise<string> {
  const { name, version } = splitPrompt(given)
  const { entries } = await callJson(server, pathOf('getPromptsVersions', { query: { type: 'system', name } }), versionsSchema, { signal })
  const found = version === '0' ? undefined : pickVersion(entries, version)
  if (found) return found.path
  throw new UsageError(`The prompt ${name} has no version ${version}; there are ${entries.map((e) => e.version).join(', ')}.`)
}
