import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../store/database.ts'
import { defineTables, type TablesOf } from '../store/define-tables.ts'

/** Channel on which a change of the connections is announced. */
export const CONNECTIONS_CHANGED = 'model-connections'

export const connectionsMigration = defineTables('143-model-connections', {
  /** `serves`: JSON, models by alias. `sealed`: the key, encrypted for this name and address. */
  model_connections: {
    columns: {
      name: 'varchar(40)',
      base_url: 'text',
      model: 'text?',
      dimensions: 'integer?',
      serves: 'text',
      key_env: 'varchar(200)?',
      sealed: 'text?',
      actor: 'varchar(300)',
      at: 'varchar(30)',
    },
  },
  /** One row: the number of the latest change. */
  model_connections_version: { columns: { id: 'integer', version: 'integer' } },
})
export type ConnectionTables = TablesOf<typeof connectionsMigration>

/**
 * `answers`: a server of language models. `embeddings` and `rerank`: the platform has one of each at most, and it is named so. Further
 * embedders, which only the builds of an index have that name them, are called `embeddings-…`.
 */
export const connectionKinds = ['answers', 'embeddings', 'rerank'] as const
export type ConnectionKind = (typeof connectionKinds)[number]
export function kindOf(name: string): ConnectionKind {
  if (name === 'rerank') return name
  return name === 'embeddings' || isFurtherEmbedder(name) ? 'embeddings' : 'answers'
}
export const isFurtherEmbedder = (name: string): boolean => name.startsWith('embeddings-')

/** A connection as it is kept. The key is not in it. */
export interface StoredConnection {
  readonly name: string
  /** Up to and with /v1. */
  readonly base_url: string
  /** Of embeddings and reranking. */
  readonly model: string | null
  /** Of embeddings: the numbers of one vector. */
  readonly dimensions: number | null
  /** What the server calls the model of each alias. */
  readonly serves: Readonly<Record<string, string>>
  /** The environment variable that holds the key. */
  readonly key_env: string | null
  /** The key, encrypted. */
  readonly sealed: string | null
  readonly actor: string
  readonly at: string
}

const servesSchema = z.record(z.string(), z.string())

/** The number of the latest change; 0 when nothing was ever connected. */
export async function connectionsVersion(database: Pick<Database, 'tables'>): Promise<number> {
  const table = database.tables<ConnectionTables>().selectFrom('model_connections_version')
  return (await table.select('version').executeTakeFirst())?.version ?? 0
}

/** By name. */
export async function readConnections(database: Pick<Database, 'tables'>): Promise<StoredConnection[]> {
  const rows = await database.tables<ConnectionTables>().selectFrom('model_connections').selectAll().orderBy('name').execute()
  return rows.map((row) => ({ ...row, serves: servesSchema.parse(JSON.parse(row.serves)) }))
}

/**
 * Keeps what `decide` makes of the present connections, and announces it. Changes run one after the other, whichever process asks; what
 * `decide` throws leaves everything as it was.
 */
export async function saveConnections(
  database: Database,
  decide: (present: readonly StoredConnection[]) => Promise<readonly StoredConnection[]>,
): Promise<void> {
  await database.transaction<ConnectionTables, void>(async (trx) => {
    await trx
      .insertInto('model_connections_version')
      .values({ id: 1, version: 1 })
      .onConflict((c) => c.column('id').doUpdateSet((row) => ({ version: row('model_connections_version.version', '+', 1) })))
      .execute()
    const decided = await decide(await readConnections({ tables: <T>() => trx as unknown as Kysely<T> }))
    await trx.deleteFrom('model_connections').execute()
    const rows = decided.map((connection) => ({ ...connection, serves: JSON.stringify(connection.serves) }))
    if (rows.length > 0) await trx.insertInto('model_connections').values(rows).execute()
  })
  await database.announce(CONNECTIONS_CHANGED)
}
