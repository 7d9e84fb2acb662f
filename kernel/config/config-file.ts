import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { parse as parseYaml } from 'yaml'
import type { Blobs } from '../blobs/blobs.ts'
import type { Env } from '../runtime/env.ts'
import { messageOf } from '../runtime/errors.ts'
import type { Dependency } from '../runtime/health.ts'
import { isOutOfFiles } from '../runtime/open-files.ts'
import { type Config, type ConfigSchema, parseConfig } from './config.ts'
import { fileConfigOf, type LiveParts, refreshConfig, replaceFileConfig } from './live-config.ts'

/** Two looks at a broken file come before it is told, and all that within a second. */
const LOOK_EVERY_MS = 400

/** Reads the text of the configuration, wherever CONFIG_SOURCE says that it is. */
export function configReader(env: Pick<Env, 'CONFIG_SOURCE' | 'CONFIG_PATH'>, blobs: Pick<Blobs, 'read'>): () => Promise<string> {
  if (env.CONFIG_SOURCE === 'blob_storage') return async () => text(await blobs.read(env.CONFIG_PATH))
  return () => readFile(env.CONFIG_PATH, 'utf8')
}

/** The configuration in a text of YAML, with LLM_MODEL over it. Throws an Error with one line per fault. */
export const readConfigText = (content: string, schema?: ConfigSchema, model?: string): Config =>
  withDefaultModel(parseConfig(parseYaml(content), schema), model)

/** LLM_MODEL is what the alias `default` sends, whatever the file says. */
function withDefaultModel(config: Config, model: string | undefined): Config {
  const { default: entry, ...others } = config.llms.models
  if (model === undefined || !entry) return config
  const { deployment: _, ...rest } = entry
  return { ...config, llms: { ...config.llms, models: { default: { ...rest, model }, ...others } } }
}

export interface FollowedConfig {
  /** Fails while the file is broken: the values before it hold. */
  readonly dependency: Dependency
  stop(): void
}

export interface ConfigFollowing extends LiveParts {
  readonly read: () => Promise<string>
  /** LLM_MODEL. */
  readonly model?: string | undefined
  /** Called when a change holds. */
  readonly changed?: () => Promise<void>
}

/**
 * Keeps `config` at its file until `stop`: a change holds in place (live-config.ts) within a second, under the settings. It is looked
 * at rather than watched, because changes of mounted files and of blobs are not announced.
 */
export function followConfigFile(following: ConfigFollowing): FollowedConfig {
  const stopped = new AbortController()
  const state: State = { held: undefined, faulty: undefined, fault: undefined }
  void (async () => {
    while (!stopped.signal.aborted) {
      await delay(LOOK_EVERY_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined)
      if (!stopped.signal.aborted) await look(following, state)
    }
  })()
  const check = async () => {
    if (state.fault) throw new Error(state.fault)
  }
  return { dependency: { name: 'configuration', required: false, check }, stop: () => stopped.abort() }
}

interface State {
  /** The text that holds; undefined before the first look, because the file may have changed since the start. */
  held: string | undefined
  /** What was wrong at the last look; an editor may have been half-way through. */
  faulty: string | undefined
  /** What is told. */
  fault: string | undefined
}

async function look(following: ConfigFollowing, state: State): Promise<void> {
  const { config, log, changed } = following
  const found = await readFound(following, state.held)
  if ('fault' in found) {
    const settled = state.faulty === found.seen
    if (settled && state.fault !== found.fault) log.error({ fault: found.fault }, found.told)
    if (settled) state.fault = found.fault
    state.faulty = found.seen
    return
  }
  if (state.fault) log.info('the configuration file is whole again')
  state.faulty = undefined
  state.fault = undefined
  if (!found.config) return
  state.held = found.text
  if (isDeepStrictEqual(found.config, fileConfigOf(config))) return
  replaceFileConfig(config, found.config)
  try {
    await refreshConfig(following)
    log.info('the configuration file was changed, and holds')
    await changed?.()
  } catch (error) {
    log.warn({ error: messageOf(error) }, 'a change of the configuration file could not be followed up')
  }
}

type Found =
  | { readonly text: string; readonly config: Config | undefined }
  | { readonly told: string; readonly fault: string; readonly seen: string }

/** What stands in the file: nothing new, another configuration, or a fault. */
async function readFound(
  { read, schema, model }: Pick<ConfigFollowing, 'read' | 'schema' | 'model'>,
  held: string | undefined,
): Promise<Found> {
  let content: string | undefined
  try {
    content = await read()
    return { text: content, config: content === held ? undefined : readConfigText(content, schema, model) }
  } catch (error) {
    const told = `the configuration file ${faultOf(error, content !== undefined)}; the values before it hold`
    return { told, fault: `${told}: ${messageOf(error)}`, seen: `${content}\n${messageOf(error)}` }
  }
}

/** A file that could not be looked at need not be broken. */
function faultOf(error: unknown, wasRead: boolean): string {
  if (wasRead) return 'is broken'
  return isOutOfFiles(error) ? 'was not looked at, because this process has too many files open' : 'cannot be read'
}
