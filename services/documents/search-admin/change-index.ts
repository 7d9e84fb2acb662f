import type { Config } from '../../../kernel/config/config.ts'
import type { EdgePorts } from '../../../kernel/ports.ts'
import { ApiError, messageOf } from '../../../kernel/runtime/errors.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'
import { defaultIndexSpec } from '../../../kernel/search/default-index.ts'
import type { IndexSpec } from '../../../kernel/search/search.ts'

export const modes = ['create', 'update', 'upsert'] as const
export type Mode = (typeof modes)[number]

/** What became of an index. */
export type Change = { status: 'created'; name: string; created: true } | { status: 'updated'; name: string; updated: true }

const isCode = (error: unknown, code: ApiError['code']): boolean => error instanceof ApiError && error.code === code

/**
 * ApiError conflict when it is there or its name means another index (create), not_found when it is not there (update), invalid_request
 * when a field's type would change.
 */
export async function changeIndex(
  search: EdgePorts['search'],
  mode: Mode,
  spec: IndexSpec,
  aliases: Config['indexes']['aliases'] = {},
): Promise<Change> {
  const { name } = spec
  if (mode === 'update' || (mode === 'upsert' && (await search.getIndex(name)))) {
    await search.updateIndex(spec)
    return { status: 'updated', name, updated: true }
  }
  const meant = Object.hasOwn(aliases, name) ? aliases[name] : undefined
  // Whoever named it would reach, and clear, the other one.
  if (meant !== undefined && meant !== name)
    throw new ApiError('conflict', `${name} is the alias of the index ${meant}: give the new index a name of its own`, {
      details: { alias: name, index: meant },
    })
  try {
    await search.createIndex(spec)
    return { status: 'created', name, created: true }
  } catch (error) {
    // Another upsert was first: the index is there now, and this one updates it.
    if (mode === 'upsert' && isCode(error, 'conflict')) return changeIndex(search, 'update', spec)
    throw error
  }
}

type IndexPorts = Pick<EdgePorts, 'search' | 'embedder' | 'config'>

/** Makes the configured index of an alias. ApiError not_found for an unknown alias, conflict when the index is there. */
export async function createConfigured({ search, embedder, config }: IndexPorts, alias: string): Promise<Change> {
  const { aliases } = config.indexes
  const name = Object.hasOwn(aliases, alias) ? aliases[alias] : undefined
  if (name === undefined)
    throw new ApiError('not_found', `no index is configured for the alias ${alias}`, { details: { known_aliases: Object.keys(aliases) } })
  return changeIndex(search, 'create', defaultIndexSpec(name, embedder.dimensions))
}

export interface CreateResult {
  readonly alias: string
  readonly name: string
  readonly status: 'created' | 'exists' | 'failed'
  readonly message?: string
}

/** Makes every configured index that is missing. One that fails does not keep the others back. */
export async function createAllConfigured(ports: IndexPorts, log: Logger): Promise<CreateResult[]> {
  const results: CreateResult[] = []
  for (const [alias, name] of Object.entries(ports.config.indexes.aliases)) {
    try {
      const { status } = await createConfigured(ports, alias)
      results.push({ alias, name, status: status === 'created' ? 'created' : 'exists' })
    } catch (error) {
      if (isCode(error, 'conflict')) {
        results.push({ alias, name, status: 'exists' })
        continue
      }
      log.error({ alias, name, error: messageOf(error) }, 'an index could not be created')
      const message = error instanceof ApiError ? error.message : 'the index could not be created'
      results.push({ alias, name, status: 'failed', message })
    }
  }
  return results
}
