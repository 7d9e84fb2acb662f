import { sql } from 'kysely'
import { z } from 'zod'
import { ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import type { Database, Migration } from '../../../kernel/store/database.ts'
import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'
import { everyRowOf } from '../../../kernel/store/every-row.ts'
import { defineView } from '../../../kernel/views/define-view.ts'
import { documentDeleted, documentIndexed, documentReceived } from '../../../schemas/document.ts'
import { keptBytes } from '../kept/ended-generations.ts'
import type { UploadTables } from '../status/views.ts'

const generationSchema = z.object({ bytes: z.number(), owner: z.string(), deleted: z.boolean() }).partial()
type Generation = z.output<typeof generationSchema>

/** What is kept of a document: the files of its generations since the one that was indexed last, which replaced those before it. */
const usageSchema = z.object({ generations: z.record(z.string(), generationSchema), indexed: z.number() })
type Usage = Readonly<z.output<typeof usageSchema>>

/** Any order of the same facts gives the same: keys that are numbers stand in their order, the others in this one. */
function withGeneration(before: Usage | undefined, number: number, fact: Generation, indexed = 0): Usage {
  const latest = Math.max(before?.indexed ?? 0, indexed)
  const { bytes, owner, deleted } = { ...before?.generations[number], ...fact }
  const generations: Usage['generations'] = { ...before?.generations, [number]: { bytes, owner, deleted } }
  return { generations: Object.fromEntries(Object.entries(generations).filter(([n]) => Number(n) >= latest)), indexed: latest }
}

/** What counts: the owner of the newest file that is there pays for what is kept under the name. */
function columnsOf({ generations }: Usage) {
  const kept = Object.values(generations).filter(({ bytes, deleted }) => bytes !== undefined && !deleted)
  return {
    owner: kept.at(-1)?.owner ?? null,
    documents: kept.length > 0 ? 1 : 0,
    bytes: kept.reduce((sum, { bytes = 0 }) => sum + bytes, 0),
  }
}

const factOf = ({ file }: { file: { size_bytes: number; caller?: string | undefined } }) => ({
  bytes: file.size_bytes,
  owner: ownerOf(file.caller),
})

/** One row a document: whose it is, and the bytes of its files. */
export const documentUsageView = defineView({
  name: 'document_usage',
  on: [documentReceived, documentIndexed, documentDeleted],
  body: usageSchema,
  key: ({ payload }) => payload.document_id,
  evolve(before, { type, payload }) {
    const { generation } = payload
    switch (type) {
      case 'document.received':
        return withGeneration(before, generation, factOf(payload))
      case 'document.deleted':
        return withGeneration(before, generation, { deleted: true })
      case 'document.indexed':
        return withGeneration(before, generation, {}, generation)
    }
  },
  columns: columnsOf,
})

const tables = defineTables('108-document-usage', {
  /** `key` is the document's id. */
  document_usage: {
    columns: { key: 'varchar(36)', body: 'text', owner: 'text?', documents: 'integer?', bytes: 'bigint?' },
    indexes: { document_usage_owner: ['owner', 'documents', 'bytes'] },
  },
  upload_reservations: { columns: { upload_id: 'varchar(36)', owner: 'text', documents: 'integer', bytes: 'bigint', until: 'bigint' } },
})
export type UsageTables = UploadTables & TablesOf<typeof tables>

/** Of an upload's state what counts; rows of any version have it. */
const countedSchema = z.object({
  document_id: z.string(),
  generation: z.number(),
  file: z.object({ size_bytes: z.number(), caller: z.string().optional() }).nullable(),
  deleted: z.boolean(),
  mark: z.object({ stage: z.string() }),
})

/** Rows of what was there before stand in it from the start. */
export const documentUsageMigration: Migration = {
  name: tables.name,
  up: async (db, kind) => {
    await tables.up(db, kind)
    for await (const { body } of everyRowOf(db, 'uploads')) {
      const { document_id, generation, file, deleted, mark } = countedSchema.parse(JSON.parse(body))
      if (!file) continue
      const present = await db.selectFrom('document_usage').select('body').where('key', '=', document_id).executeTakeFirst()
      const before = present && usageSchema.parse(JSON.parse(String(present.body)))
      const fact = { ...factOf({ file }), ...(deleted ? { deleted } : {}) }
      const usage = withGeneration(before, generation, fact, mark.stage === 'indexed' ? generation : 0)
      const row = { body: JSON.stringify(usage), ...columnsOf(usage) }
      await db
        .insertInto('document_usage')
        .values({ key: document_id, ...row })
        .onConflict((c) => c.column('key').doUpdateSet(row))
        .execute()
    }
  },
}

/** Documents and bytes of their files. */
export interface Used {
  readonly documents: number
  readonly bytes: number
}

/** What is there, of one owner or of everyone: documents, and with them the files of ended generations that are kept. */
export async function readUsed(database: Pick<Database, 'tables'>, owner?: string): Promise<Used> {
  let query = database
    .tables<UsageTables>()
    .selectFrom('document_usage')
    .select([sql<number>`coalesce(sum(documents), 0)`.as('documents'), sql<number>`coalesce(sum(bytes), 0)`.as('bytes')])
  if (owner !== undefined) query = query.where('owner', '=', owner)
  const row = await query.executeTakeFirstOrThrow()
  return { documents: Number(row.documents), bytes: Number(row.bytes) + (await keptBytes(database, owner)) }
}

/** Whether something of this owner is kept under one of the documents. */
export async function isKept(database: Pick<Database, 'tables'>, documentIds: readonly string[], owner: string): Promise<boolean> {
  if (documentIds.length === 0) return false
  const row = await database
    .tables<UsageTables>()
    .selectFrom('document_usage')
    .select('documents')
    .where('key', 'in', documentIds)
    .where('owner', '=', owner)
    .where('documents', '=', 1)
    .executeTakeFirst()
  return row !== undefined
}
