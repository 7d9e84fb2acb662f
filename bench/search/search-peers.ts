import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { IndexedChunk } from '../../kernel/search/search.ts'

/** The questions that every engine is asked. The filter is doc_type eq 'policy' and effective_date ge 2021. */
export type Kind = 'text' | 'vector' | 'hybrid' | 'hybrid, filter 1/8' | 'facets over everything' | 'facets over a filter'
export interface Question {
  readonly text: string
  readonly vector: Float32Array
}

/** Another engine over the same chunks. */
export interface Peer {
  readonly name: string
  add(chunks: readonly IndexedChunk[]): Promise<void>
  /** The ids that it finds, best first; none for facets. */
  ask(kind: Kind, question: Question): Promise<readonly string[]>
  close(): Promise<void>
}

const PACKAGES = ['sqlite-vec@0.1.9', '@orama/orama@3.1.18']
const FROM = Date.UTC(2021, 0, 1)
const DEPTH = 50
const TOP = 10

/** A folder outside of the repository with the packages in it; they are only for this comparison. Throws when npm cannot get them. */
function packagesFolder(): string {
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'millrace', 'bench-peers')
  if (!existsSync(join(folder, 'node_modules', '@orama')) || !existsSync(join(folder, 'node_modules', 'sqlite-vec'))) {
    mkdirSync(folder, { recursive: true })
    execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...PACKAGES], {
      timeout: 120_000,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  }
  return folder
}

const textOf = (chunk: IndexedChunk, name: string): string => String(chunk.fields[name] ?? '')
const tagsOf = ({ fields: { tags } }: IndexedChunk): string[] => (Array.isArray(tags) ? [...tags] : [])
const dateOf = (chunk: IndexedChunk): number => Date.parse(textOf(chunk, 'effective_date'))

/** Reciprocal rank fusion as its authors set it. */
function fused(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>()
  for (const list of lists) for (const [i, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (61 + i))
  return [...scores].sort((a, b) => b[1] - a[1]).map(([id]) => id)
}

const sqliteVecSchema = z.object({ getLoadablePath: z.custom<() => string>((f) => typeof f === 'function') })

/** SQLite with FTS5 and sqlite-vec's vec0 table, filtered where each can. */
async function openSqliteVec(folder: string, dir: string): Promise<Peer> {
  const entry = createRequire(join(folder, 'package.json')).resolve('sqlite-vec')
  const { getLoadablePath } = sqliteVecSchema.parse(await import(pathToFileURL(entry).href))
  const db = new DatabaseSync(join(dir, 'sqlite-vec.db'), { allowExtension: true })
  db.loadExtension(getLoadablePath())
  let prepared: ReturnType<typeof statementsOf> | undefined
  let dimensions = 0
  const start = (chunk: IndexedChunk) => {
    dimensions = chunk.vector?.length ?? 0
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA cache_size = -65536; PRAGMA mmap_size = 1073741824;
      CREATE TABLE meta (id INTEGER PRIMARY KEY, chunk TEXT, doc_type TEXT, business_unit TEXT, date REAL);
      CREATE INDEX by_type ON meta (doc_type, date, business_unit); CREATE TABLE tags (id INTEGER, tag TEXT); CREATE INDEX by_id ON tags (id, tag);
      CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize='porter unicode61');
      CREATE VIRTUAL TABLE near USING vec0(id INTEGER PRIMARY KEY, v FLOAT[${dimensions}] distance_metric=cosine, doc_type TEXT, date FLOAT);`)
  }
  const bytes = (v: Float32Array) => new Uint8Array(v.buffer, v.byteOffset, v.byteLength)
  const ids = (rows: readonly Record<string, unknown>[]) => rows.map((r) => String(r.chunk))
  return {
    name: 'sqlite-vec + FTS5',
    async add(chunks) {
      if (!dimensions) start(chunks[0]!)
      const meta = db.prepare('INSERT INTO meta (chunk, doc_type, business_unit, date) VALUES (?, ?, ?, ?)')
      const words = db.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)')
      const near = db.prepare('INSERT INTO near (id, v, doc_type, date) VALUES (?, ?, ?, ?)')
      const tags = db.prepare('INSERT INTO tags VALUES (?, ?)')
      db.exec('BEGIN')
      for (const chunk of chunks) {
        const [type, unit] = [textOf(chunk, 'doc_type'), textOf(chunk, 'business_unit')]
        const id = BigInt(meta.run(chunk.id, type, unit, dateOf(chunk)).lastInsertRowid)
        words.run(id, textOf(chunk, 'text'))
        near.run(id, bytes(chunk.vector!), type, dateOf(chunk))
        for (const tag of tagsOf(chunk)) tags.run(id, tag)
      }
      db.exec('COMMIT')
    },
    async ask(kind, { text, vector }) {
      prepared ??= statementsOf(db)
      const query = text
        .split(' ')
        .map((w) => `"${w}"`)
        .join(' OR ')
      const filter = kind.includes('filter')
      if (kind === 'facets over a filter') {
        for (const statement of prepared.facetsFiltered) statement.all(FROM)
        return []
      }
      if (kind === 'facets over everything') {
        for (const statement of prepared.facets) statement.all()
        return []
      }
      const words = () => ids(filter ? prepared!.wordsFiltered.all(query, FROM) : prepared!.words.all(query))
      const near = () => ids(filter ? prepared!.nearFiltered.all(bytes(vector), FROM) : prepared!.near.all(bytes(vector)))
      if (kind === 'text') return words().slice(0, TOP)
      if (kind === 'vector') return near().slice(0, TOP)
      return fused([words(), near()]).slice(0, TOP)
    },
    close: async () => db.close(),
  }
}

const IN_FILTER = "doc_type = 'policy' AND date >= ?"

function statementsOf(db: DatabaseSync) {
  return {
    words: db.prepare(`SELECT chunk FROM words JOIN meta ON meta.id = words.rowid WHERE words MATCH ? ORDER BY bm25(words) LIMIT ${DEPTH}`),
    // CROSS JOIN keeps the order: SQLite would else ask the text index once for each row that the filter keeps, 300 times slower.
    wordsFiltered: db.prepare(
      `SELECT chunk FROM words CROSS JOIN meta ON meta.id = words.rowid WHERE words MATCH ? AND ${IN_FILTER} ORDER BY bm25(words) LIMIT ${DEPTH}`,
    ),
    near: db.prepare(
      `SELECT chunk FROM (SELECT id, distance FROM near WHERE v MATCH ? AND k = ${DEPTH}) AS n JOIN meta USING (id) ORDER BY n.distance`,
    ),
    nearFiltered: db.prepare(
      `SELECT chunk FROM (SELECT id, distance FROM near WHERE v MATCH ? AND k = ${DEPTH} AND ${IN_FILTER}) AS n JOIN meta USING (id)
       ORDER BY n.distance`,
    ),
    facets: [
      db.prepare('SELECT doc_type, count(*) FROM meta GROUP BY doc_type'),
      db.prepare('SELECT business_unit, count(*) FROM meta GROUP BY business_unit'),
      db.prepare('SELECT tag, count(*) FROM tags GROUP BY tag'),
    ],
    facetsFiltered: [
      db.prepare(`SELECT doc_type, count(*) FROM meta WHERE ${IN_FILTER} GROUP BY doc_type`),
      db.prepare(`SELECT business_unit, count(*) FROM meta WHERE ${IN_FILTER} GROUP BY business_unit`),
      db.prepare(`SELECT tag, count(*) FROM meta JOIN tags USING (id) WHERE ${IN_FILTER} GROUP BY tag`),
    ],
  }
}

type Call<R> = (...args: unknown[]) => R
const call = z.custom<Call<unknown>>((f) => typeof f === 'function')
const oramaSchema = z.object({ create: call, insertMultiple: call, search: call })
const oramaReplySchema = z.looseObject({ hits: z.array(z.looseObject({ id: z.string() })) })

/** Orama, which keeps everything in memory. */
async function openOrama(folder: string): Promise<Peer> {
  const entry = createRequire(join(folder, 'package.json')).resolve('@orama/orama')
  const { create, insertMultiple, search } = oramaSchema.parse(await import(pathToFileURL(entry).href))
  let index: unknown
  const where = { doc_type: { eq: 'policy' }, date: { gte: FROM } }
  return {
    name: 'Orama',
    async add(chunks) {
      index ??= await create({
        schema: {
          text: 'string',
          doc_type: 'enum',
          business_unit: 'enum',
          tags: 'enum[]',
          date: 'number',
          embedding: `vector[${chunks[0]!.vector!.length}]`,
        },
      })
      const rows = chunks.map((chunk) => ({
        id: chunk.id,
        text: textOf(chunk, 'text'),
        doc_type: textOf(chunk, 'doc_type'),
        tags: tagsOf(chunk),
        date: dateOf(chunk),
        business_unit: textOf(chunk, 'business_unit'),
        embedding: [...chunk.vector!],
      }))
      await insertMultiple(index, rows, rows.length)
    },
    async ask(kind, { text, vector }) {
      const near = { mode: 'vector', vector: { value: [...vector], property: 'embedding' }, similarity: 0 }
      const counted = { term: '', facets: { doc_type: {}, business_unit: {}, tags: {} } }
      const asked = {
        text: { term: text },
        vector: near,
        hybrid: { ...near, mode: 'hybrid', term: text },
        'hybrid, filter 1/8': { ...near, mode: 'hybrid', term: text, where },
        'facets over everything': counted,
        'facets over a filter': { ...counted, where },
      }[kind]
      const { hits } = oramaReplySchema.parse(await search(index, { ...asked, limit: TOP }))
      return hits.map(({ id }) => id)
    },
    async close() {
      index = undefined
    },
  }
}

/** The other engines that are at hand; says why for each that is not. */
export async function openPeers(dir: string): Promise<Peer[]> {
  let folder: string
  try {
    folder = packagesFolder()
  } catch (error) {
    console.log(`without other engines: npm did not install ${PACKAGES.join(' and ')} (${reasonOf(error)})`)
    return []
  }
  const peers: Peer[] = []
  for (const open of [() => openSqliteVec(folder, dir), () => openOrama(folder)]) {
    try {
      peers.push(await open())
    } catch (error) {
      console.log(`without one engine: ${reasonOf(error)}`)
    }
  }
  return peers
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.split('\n')[0]! : String(error)).slice(0, 200)
