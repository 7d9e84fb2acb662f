import { z } from 'zod'
import type { UnaidedTurn } from '../../../../../kernel/agents/define-agent.ts'
import { ApiError } from '../../../../../kernel/runtime/errors.ts'

const lagSchema = z.object({
  behind: z.int(),
  consumers: z.array(z.object({ consumer: z.string(), topic: z.string(), lag: z.int() })),
})
const lettersSchema = z.object({
  total: z.int(),
  by_code: z.record(z.string(), z.int()),
  by_consumer: z.record(z.string(), z.int()),
  entries: z.array(z.object({ consumer: z.string(), code: z.string(), failed_at: z.string(), message: z.string() })),
})
const indexesSchema = z.object({ indexes: z.array(z.object({ alias: z.string(), index: z.string(), chunks: z.int().nullable() })) })

/** Consumers and indexes that are named one by one. */
const NAMED = 5
/** Characters of a message that are repeated. */
const SHOWN = 200

/** How the installation fares, in sentences made of what the operator's tools say. */
export async function tellState({ use }: Pick<UnaidedTurn, 'use'>): Promise<string> {
  const told = [
    await sayOf('The lag of the consumers', async () => sayLag(lagSchema.parse(await use('admin-consumer-lag', {})))),
    await sayOf('The list of dead letters', async () =>
      sayLetters(lettersSchema.parse(await use('admin-dead-letters', { state: 'open', top: 1 }))),
    ),
    await sayOf('What the indexes hold', async () => sayIndexes(indexesSchema.parse(await use('admin-index-statistics', {})))),
  ]
  return `Without a model (embedded), from the numbers of this installation:\n${told.map((said) => `- ${said}`).join('\n')}`
}

/** What a tool says, or why it could not be asked: one that is closed to the caller leaves the others to speak. */
async function sayOf(what: string, say: () => Promise<string>): Promise<string> {
  try {
    return await say()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return `${what} cannot be told here: ${error.message}.`
  }
}

export function sayLag({ behind, consumers }: z.output<typeof lagSchema>): string {
  if (behind === 0) return 'No consumer is behind: no record waits.'
  const late = consumers.filter(({ lag }) => lag > 0).toSorted((a, b) => b.lag - a.lag)
  const named = late.slice(0, NAMED).map(({ consumer, topic, lag }) => `${consumer} has ${lag} of ${topic} before it`)
  return `${counted(behind, 'record waits', 'records wait')}: ${[...named, ...more(late.length)].join('; ')}.`
}

export function sayLetters({ total, by_code, by_consumer, entries: [newest] }: z.output<typeof lettersSchema>): string {
  if (total === 0) return 'There are no open dead letters.'
  const counts = (by: Readonly<Record<string, number>>) =>
    Object.entries(by)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')
  const last = newest
    ? ` The newest, of ${newest.consumer} at ${newest.failed_at}, says (${newest.code}): ${newest.message.replace(/\s+/g, ' ').slice(0, SHOWN).toWellFormed()}`
    : ''
  return `${counted(total, 'dead letter is open', 'dead letters are open')}; by consumer: ${counts(by_consumer)}; by code: ${counts(by_code)}.${last}`
}

export function sayIndexes({ indexes }: z.output<typeof indexesSchema>): string {
  if (indexes.length === 0) return 'No index is configured.'
  const named = indexes.slice(0, NAMED).map(({ alias, index, chunks }) => {
    const name = alias === index ? `The index ${index}` : `The index ${index} (${alias})`
    return chunks === null ? `${name} is not made yet` : `${name} holds ${counted(chunks, 'chunk', 'chunks')} that you may read`
  })
  return `${[...named, ...more(indexes.length)].join('; ')}.`
}

const more = (count: number): string[] => (count > NAMED ? [`and ${count - NAMED} more`] : [])
const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
