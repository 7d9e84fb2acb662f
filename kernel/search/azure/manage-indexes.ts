import { z } from 'zod'
import { ApiError } from '../../runtime/errors.ts'
import type { Database } from '../../store/database.ts'
import { mergeIndexSpec, parseIndexSpec } from '../index-spec.ts'
import type { IndexSpec } from '../search.ts'
import { servedDefinition, specOfDefinition } from './index-definition.ts'
import { indexPath, type Rest, WRITING } from './rest.ts'
import { failureOf } from './service-failure.ts'

/** Another process's change is heard through the database; this bounds what one that is not heard costs. */
const REMEMBERED_MS = 10_000
const CHANNEL = 'search-indexes'

const taggedSchema = z.looseObject({ '@odata.etag': z.string().optional() })
const listSchema = z.object({ value: z.array(z.unknown()) })

/** Index definitions on the service. Those that this adapter did not make are not seen. */
export interface Definitions {
  /** As it was a short while ago at most. */
  get(name: string): Promise<IndexSpec | undefined>
  require(name: string): Promise<IndexSpec>
  list(): Promise<readonly IndexSpec[]>
  create(spec: IndexSpec): Promise<void>
  update(spec: IndexSpec): Promise<void>
  remove(name: string): Promise<void>
  close(): void
}

const notFound = (index: string) => new ApiError('not_found', `there is no index ${index}`, { details: { index } })
const thereAlready = (index: string) => new ApiError('conflict', `the index ${index} is there already`, { details: { index } })

export function createDefinitions(rest: Rest, database: Database): Definitions {
  const known = new Map<string, { spec: IndexSpec; until: number }>()
  const stop = database.onAnnounced(CHANNEL, () => known.clear())
  const changed = async () => {
    known.clear()
    await database.announce(CHANNEL)
  }
  const read = async (name: string): Promise<{ spec: IndexSpec; etag: string | undefined } | undefined> => {
    const reply = await rest.ask({ method: 'GET', path: indexPath(name) })
    if (reply.status === 404) return undefined
    if (reply.status !== 200) throw failureOf(reply, name)
    const body: unknown = JSON.parse(reply.text)
    const spec = specOfDefinition(body)
    return spec && { spec, etag: taggedSchema.parse(body)['@odata.etag'] }
  }
  const get = async (name: string): Promise<IndexSpec | undefined> => {
    const found = known.get(name)
    if (found && found.until > Date.now()) return found.spec
    const spec = (await read(name))?.spec
    if (spec) known.set(name, { spec, until: Date.now() + REMEMBERED_MS })
    return spec
  }
  return {
    get,
    async require(name) {
      const spec = await get(name)
      if (!spec) throw notFound(name)
      return spec
    },
    async list() {
      const { value } = listSchema.parse(await rest.expect({ method: 'GET', path: '/indexes' }, [200]))
      const specs = value.flatMap((definition) => specOfDefinition(definition) ?? [])
      return specs.sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    async create(given) {
      const body = JSON.stringify(servedDefinition(given))
      const reply = await rest.ask({ method: 'POST', path: '/indexes', body }, { ...WRITING, tries: 2 })
      if (reply.status === 201) return changed()
      // The service has had two answers for a name that is taken; the index itself tells.
      const taken =
        (reply.status === 409 || reply.status === 400) && (await rest.ask({ method: 'GET', path: indexPath(given.name) })).status === 200
      throw taken ? thereAlready(given.name) : failureOf(reply)
    },
    async update(given) {
      const update = parseIndexSpec(given)
      const current = await read(update.name)
      if (!current) throw notFound(update.name)
      const body = JSON.stringify(servedDefinition(mergeIndexSpec(current.spec, update)))
      const headers = { prefer: 'return=representation', ...(current.etag ? { 'if-match': current.etag } : {}) }
      await rest.expect({ method: 'PUT', path: indexPath(update.name), body, headers }, [200, 201, 204], {
        index: update.name,
        patience: WRITING,
      })
      await changed()
    },
    async remove(name) {
      await rest.expect({ method: 'DELETE', path: indexPath(name) }, [200, 204], { index: name, patience: WRITING })
      await changed()
    },
    close: () => stop(),
  }
}
