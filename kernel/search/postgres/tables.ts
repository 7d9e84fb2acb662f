import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { ApiError } from '../../runtime/errors.ts'
import { parseIndexSpec, vectorFieldOf } from '../index-spec.ts'
import type { IndexSpec } from '../search.ts'

export type Db = Kysely<unknown> | Transaction<unknown>

/** Before the number of a build. No index's own name has it. */
export const BUILD_MARK = '@'

/** One physical form of an index. */
export interface Build {
  readonly id: number
  /** The index's for the live one, `<index>@<id>` for the one beside it. */
  readonly name: string
  readonly spec: IndexSpec
  readonly settings: string | null
  /** The number in the names of its two tables; another one once it was cleared. */
  readonly tables: number
  /** The same number where its chunks have labels: an earlier version makes tables without. */
  readonly labelled: number | null
  /** How many chunks it has, and how many words they have together: what BM25 is measured by. */
  readonly chunks: number
  readonly words: number
}

/**
 * search_indexes: one row a build; whoever changes what an index shows holds its rows. search_documents: the epoch that a build has seen of
 * a document, also after its deletion. search_chunks_N, search_words_N: the chunks of a build, and each distinct word of each of them.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS search_indexes (
  id serial PRIMARY KEY, name text NOT NULL UNIQUE, spec text NOT NULL, settings text, tables bigint NOT NULL,
  chunks bigint NOT NULL DEFAULT 0, words bigint NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS search_documents (
  index_id integer NOT NULL, document_id text COLLATE "C" NOT NULL, epoch bigint NOT NULL, deleted boolean NOT NULL, stage bigint,
  chunks integer NOT NULL, removed integer NOT NULL, PRIMARY KEY (index_id, document_id));
CREATE SEQUENCE IF NOT EXISTS search_numbers;
ALTER TABLE search_indexes ADD COLUMN IF NOT EXISTS labelled bigint;`

const tablesSchema = z.object({ tables: z.number(), labelled: z.number().nullable() })

export async function createSchema(db: Db): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  // Builds of earlier versions have no such index, and no labels: what they have stays without until it is written again.
  const builds = await sql`SELECT tables, labelled FROM search_indexes`.execute(db)
  for (const row of builds.rows) {
    const build = tablesSchema.parse(row)
    await indexKeys(db, build)
    if (build.labelled === build.tables) continue
    await sql`ALTER TABLE ${chunksTable(build)} ADD COLUMN IF NOT EXISTS labels bigint`.execute(db)
    await indexLabels(db, build)
    await sql`UPDATE search_indexes SET labelled = tables WHERE tables = ${build.tables}`.execute(db)
  }
}

export const chunksTable = ({ tables }: Pick<Build, 'tables'>): RawBuilder<unknown> => sql.table(`search_chunks_${tables}`)
export const wordsTable = ({ tables }: Pick<Build, 'tables'>): RawBuilder<unknown> => sql.table(`search_words_${tables}`)

export const dimensionsOf = (spec: IndexSpec): number => Number(vectorFieldOf(spec)?.dimensions ?? 0)

/** pgvector's index takes vectors of so many numbers; with half the precision of so many; longer ones are compared one by one. */
const MOST_OF_VECTOR = 2_000
const MOST_OF_HALFVEC = 4_000

/** The distance of the column `c.vector` to a vector: the expression that the index of the build knows. */
export function distanceTo(spec: IndexSpec, vector: Float32Array): RawBuilder<number> {
  const text = vectorText(vector)
  const n = dimensionsOf(spec)
  if (n <= MOST_OF_VECTOR || n > MOST_OF_HALFVEC) return sql<number>`(c.vector <=> ${text}::vector)`
  return sql<number>`(c.vector::halfvec(${sql.lit(n)}) <=> ${text}::vector::halfvec(${sql.lit(n)}))`
}

export const vectorText = (vector: Float32Array): string => `[${vector.join(',')}]`

/** Adds the column of vectors with its index, where the index has vectors. */
export async function addVectors(db: Db, build: Pick<Build, 'tables' | 'spec'>): Promise<void> {
  const n = dimensionsOf(build.spec)
  if (n === 0) return
  const [table, size] = [chunksTable(build), sql.lit(n)]
  await sql`ALTER TABLE ${table} ADD COLUMN vector vector(${size})`.execute(db)
  if (n <= MOST_OF_VECTOR) await sql`CREATE INDEX ON ${table} USING hnsw (vector vector_cosine_ops)`.execute(db)
  else if (n <= MOST_OF_HALFVEC) await sql`CREATE INDEX ON ${table} USING hnsw ((vector::halfvec(${size})) halfvec_cosine_ops)`.execute(db)
}

const numberSchema = z.object({ n: z.number() })

export const nextNumber = async (db: Db): Promise<number> =>
  numberSchema.parse((await sql`SELECT nextval('search_numbers') AS n`.execute(db)).rows[0]).n

/** What filters look values up by; kept small where it is not in order yet, because each search reads that part. */
export const indexKeys = (db: Db, build: Pick<Build, 'tables'>) =>
  sql`CREATE INDEX IF NOT EXISTS ${sql.ref(`search_keys_${build.tables}`)} ON ${chunksTable(build)} USING gin (keys jsonb_path_ops)
    WITH (gin_pending_list_limit = 256)`.execute(db)

/** What facets over everything are counted by: no chunk is read for it. */
const indexLabels = (db: Db, build: Pick<Build, 'tables'>) =>
  sql`CREATE INDEX IF NOT EXISTS ${sql.ref(`search_labels_${build.tables}`)} ON ${chunksTable(build)} (labels, id)`.execute(db)

/** Two empty tables for a build; their number. */
export async function createTables(db: Db, spec: IndexSpec): Promise<number> {
  const build = { tables: await nextNumber(db), spec }
  const [chunks, words] = [chunksTable(build), wordsTable(build)]
  // What filters and orders read stands in the row; texts and vectors stand apart, so that a filter does not read them.
  await sql`CREATE TABLE ${chunks} (
    id bigint PRIMARY KEY, stage bigint NOT NULL, chunk_id text NOT NULL, chunk_index float8 NOT NULL, lot integer NOT NULL,
    words integer NOT NULL, labels bigint, keys jsonb NOT NULL, fields text NOT NULL, UNIQUE (stage, chunk_id))
    WITH (toast_tuple_target = 128)`.execute(db)
  await sql`ALTER TABLE ${chunks} ALTER COLUMN keys SET STORAGE MAIN`.execute(db)
  await sql`CREATE INDEX ON ${chunks} (stage, chunk_index, id)`.execute(db)
  await sql`CREATE INDEX ON ${chunks} (lot, id)`.execute(db)
  await indexKeys(db, build)
  await indexLabels(db, build)
  await sql`CREATE TABLE ${words} (term text COLLATE "C" NOT NULL, chunk bigint NOT NULL, weight real NOT NULL, words integer NOT NULL, places smallint NOT NULL)`.execute(
    db,
  )
  await sql`CREATE INDEX ON ${words} (term, chunk) INCLUDE (weight, words, places)`.execute(db)
  await sql`CREATE INDEX ON ${words} (chunk)`.execute(db)
  await addVectors(db, build)
  return build.tables
}

export async function dropTables(db: Db, build: Pick<Build, 'tables'>): Promise<void> {
  await sql`DROP TABLE ${chunksTable(build)}, ${wordsTable(build)}`.execute(db)
}

const buildSchema = z
  .object({
    id: z.number(),
    name: z.string(),
    spec: z.string(),
    settings: z.string().nullable(),
    tables: z.number(),
    labelled: z.number().nullable(),
    chunks: z.number(),
    words: z.number(),
  })
  .transform(({ spec, ...rest }): Build => ({ ...rest, spec: parseIndexSpec(JSON.parse(spec)) }))

const COLUMNS = sql`SELECT id, name, spec, settings, tables, labelled, chunks, words FROM search_indexes`

export async function findBuild(db: Db, name: string): Promise<Build | undefined> {
  const [index = '', number] = name.split(BUILD_MARK)
  const found =
    number === undefined ? sql`${COLUMNS} WHERE name = ${name}` : sql`${COLUMNS} WHERE id::text = ${number} AND name IN (${index}, ${name})`
  const row = (await found.execute(db)).rows[0]
  return row === undefined ? undefined : buildSchema.parse(row)
}

export const noIndex = (name: string) => new ApiError('not_found', `there is no index ${name}`, { details: { index: name } })

/** ApiError not_found without it. */
export async function requireBuild(db: Db, name: string): Promise<Build> {
  const build = await findBuild(db, name)
  if (!build) throw noIndex(name)
  return build
}

/** All builds of an index, the live one first. */
export async function buildsOf(db: Db, index: string, lock = false): Promise<Build[]> {
  const rows = sql`${COLUMNS} WHERE name = ${index} OR starts_with(name, ${index + BUILD_MARK}) ORDER BY id ${lock ? sql`FOR UPDATE` : sql``}`
  const builds = (await rows.execute(db)).rows.map((row) => buildSchema.parse(row))
  return builds.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Holds an index until the transaction ends: whoever changes what it shows waits. ApiError not_found without it. */
export async function lockIndex(trx: Db, index: string): Promise<{ live: Build; all: Build[] }> {
  const all = await buildsOf(trx, index, true)
  const live = all.find(({ name }) => name === index)
  if (!live) throw noIndex(index)
  return { live, all }
}

export async function listBuilds(db: Db): Promise<Build[]> {
  const rows = await sql`${COLUMNS} WHERE strpos(name, ${BUILD_MARK}) = 0 ORDER BY name COLLATE "C"`.execute(db)
  return rows.rows.map((row) => buildSchema.parse(row))
}
