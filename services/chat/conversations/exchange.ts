import { z } from 'zod'
import type { DocumentRef, Turn, TurnDraft } from '../../../kernel/conversations/conversation.ts'
import { knownKeys } from '../../../kernel/http/body/known-keys.ts'

const MAX_ANSWER = 1_000_000
const object = z.record(z.string(), z.unknown())

/** A source as a chat's reply has it: what is kept besides is shown as it came. */
const sourceSchema = z.looseObject({
  id: z.string().nullish(),
  document_id: z.string().nullish(),
  index: z.string().nullish(),
  filename: z.string().nullish(),
  text: z.string().nullish(),
  also_in: z.array(z.looseObject({ document_id: z.string().nullish() })).optional(),
})

const citationSchema = z.looseObject({
  marker: z.string(),
  filename: z.string().nullish(),
  document_id: z.string().nullish(),
  quote: z.string(),
  sentence: z.string().default(''),
  missing: z.array(z.string()).default([]),
})

/** Of a chat's reply what is kept: its answer, and what it rests on. Everything else of it may stand here too. */
const replySchema = z.looseObject({
  answer: z.string().max(MAX_ANSWER),
  citations: z.array(citationSchema).max(5000).default([]),
  metadata: z.array(sourceSchema).max(200).default([]),
  errors: z.array(z.looseObject({ code: z.string(), message: z.string() })).optional(),
  response_metadata: object.optional(),
})

const outcomeSchema = knownKeys({
  reply: replySchema.optional().describe('The whole reply of the chat route, or what of it is to be kept.'),
  text: z.string().max(MAX_ANSWER).optional().describe('What was written before it was stopped.'),
  error: z.looseObject({ message: z.string() }).optional().describe('Why there is no answer.'),
  settings: object.optional().describe('What was chosen for this question.'),
  elapsed: z.number().optional().describe('Seconds.'),
  rating: z.number().optional(),
})

const exchangeShape = {
  question: z.string().min(1).max(100_000),
  images: z
    .array(knownKeys({ name: z.string().max(255), size: z.number().optional() }))
    .max(20)
    .default([]),
  replies: z.array(outcomeSchema).min(1).max(4).describe('One, or one of each of the settings that were compared.'),
}

const example = {
  question: 'How long before the season must the ropes be checked?',
  replies: [{ reply: { answer: 'Ropes are checked four weeks before the season opens. [1]', citations: [], metadata: [] } }],
}
/** An exchange that is kept, for the API's document. */
export const keptExchangeExample = { id: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11', at: '2026-03-12T09:41:07.000Z', images: [], ...example }

export const exchangeSchema = knownKeys(exchangeShape).meta({
  id: 'Exchange',
  description: 'A question with what was replied.',
  examples: [example],
})
export type Exchange = z.output<typeof exchangeSchema>

export const keptExchangeSchema = z.object({ id: z.string(), at: z.iso.datetime(), ...exchangeShape })
export type KeptExchange = z.output<typeof keptExchangeSchema>

const REPLY = ':reply'
const partsSchema = z.object({ images: exchangeShape.images })
const repliesSchema = z.object({ replies: exchangeShape.replies })

/** The turns of an exchange: the question, and one for all replies, of which the first is what later questions follow. */
export function turnsOf(id: string, { question, images, replies }: Exchange): TurnDraft[] {
  const [first] = replies
  const documents = documentsOf(replies)
  // as JSON has it: what is undefined is not there
  const parts = JSON.parse(JSON.stringify({ replies }))
  return [
    { id, role: 'user', content: question, parts: { images }, documents: [] },
    {
      id: id + REPLY,
      role: 'assistant',
      parts,
      content: first?.reply?.answer ?? first?.text ?? '',
      ...(documents ? { documents } : {}),
    },
  ]
}

export const turnIdsOf = (id: string): string[] => [id, id + REPLY]

/** Whatever was read for the replies, and where else it stands; undefined where one of them does not say. */
function documentsOf(replies: Exchange['replies']): DocumentRef[] | undefined {
  const found = new Map<string, DocumentRef>()
  for (const { reply, text } of replies) {
    // what was stopped has no sources, but may have words of them
    if (text) return undefined
    // lists of documents have no sources, but the titles of what the owner may read
    if (reply?.answer && reply.metadata.length === 0 && reply.response_metadata?.answer_kind !== 'none') return undefined
    for (const { index, document_id, also_in = [] } of reply?.metadata ?? [])
      for (const id of [document_id, ...also_in.map((copy) => copy.document_id)]) {
        if (!index || !id) return undefined
        found.set(`${index} ${id}`, { index, document_id: id })
      }
    const known = new Set([...found.values()].map(({ document_id }) => document_id))
    if (reply?.citations.some(({ document_id }) => document_id && !known.has(document_id))) return undefined
  }
  return [...found.values()]
}

/** Turns as exchanges. A reply whose question is not among them is left out. */
export function exchangesOf(turns: readonly Turn[]): KeptExchange[] {
  const replies = new Map(turns.filter(({ role }) => role === 'assistant').map((turn) => [turn.id, turn]))
  return turns.flatMap((turn) => {
    const reply = replies.get(turn.id + REPLY)
    if (turn.role !== 'user' || !reply) return []
    return [
      {
        id: turn.id,
        at: new Date(turn.at).toISOString(),
        question: turn.content,
        ...partsSchema.parse(turn.parts),
        ...repliesSchema.parse(reply.parts),
      },
    ]
  })
}
