import { z } from 'zod'
import type { Ports } from '../ports.ts'
import { type DocumentRef, documentRefSchema, turnBodySchema } from './conversation.ts'
import type { ConversationTables, ConversationTrx } from './tables.ts'

/** Of a conversation; what the last of them drew on counts as unknown. */
const MOST = 50
const MOST_DOCUMENTS = 100

/** A turn that stood at this place once, and what it drew on; absent: nobody knows. */
export interface GoneTurn {
  readonly n: number
  readonly documents?: readonly DocumentRef[] | undefined
}

const listSchema = z.array(documentRefSchema)

/** Notes what turns drew on that are removed or replaced: those behind them may repeat it. */
export async function noteGone(
  trx: ConversationTrx,
  key: string,
  turns: readonly { readonly n: number; readonly body: string }[],
): Promise<void> {
  const gone = turns
    .map(({ n, body }) => ({ n, documents: turnBodySchema.parse(JSON.parse(body)).documents }))
    .filter(({ documents }) => documents?.length !== 0)
  if (gone.length === 0) return
  const known = await rowsOf(trx, key)
  const all = [...Map.groupBy([...known, ...gone], ({ n }) => n)].map(([n, each]) => ({ n, documents: together(each) }))
  const kept = all
    .sort((a, b) => a.n - b.n)
    .slice(0, MOST)
    .map(({ n, documents }, i) => ({ key, n, documents: documents && i < MOST - 1 ? JSON.stringify(documents) : null }))
  await trx.deleteFrom('conversation_gone').where('key', '=', key).execute()
  await trx.insertInto('conversation_gone').values(kept).execute()
}

/** What several turns drew on that stood at one place. */
function together(turns: readonly GoneTurn[]): DocumentRef[] | undefined {
  const found = new Map<string, DocumentRef>()
  for (const { documents } of turns) {
    if (!documents) return undefined
    for (const one of documents) found.set(`${one.index} ${one.document_id}`, one)
  }
  return found.size > MOST_DOCUMENTS ? undefined : [...found.values()]
}

async function rowsOf(tables: ConversationTrx, key: string): Promise<GoneTurn[]> {
  const rows = await tables.selectFrom('conversation_gone').select(['n', 'documents']).where('key', '=', key).orderBy('n').execute()
  return rows.map(({ n, documents }) => ({ n, documents: documents === null ? undefined : listSchema.parse(JSON.parse(documents)) }))
}

/** What is known of turns that were removed from a conversation, replaced, or dropped for their age, in the order of their places. */
export const readGone = ({ database }: Pick<Ports, 'database'>, key: string): Promise<GoneTurn[]> =>
  rowsOf(database.tables<ConversationTables>(), key)
