import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { chunksOf, type Entity, entityOf, sendText, type UploadReply, until } from '../http-client.ts'

const PARAGRAPHS = 6
const PATIENCE_MS = 150_000
/** Uploads that are followed at the same time. */
const AT_ONCE = 20

/** What is sent under this name: some paragraphs, each of which names it. */
export const textOf = (name: string): string =>
  Array.from(
    { length: PARAGRAPHS },
    (_, i) => `Paragraph ${i} of ${name} tells of matter ${(i * 7919) % 9973}. ${'The wheel turns and the stones grind. '.repeat(20)}`,
  ).join('\n\n')

const conflictSchema = z.object({ error: z.object({ details: z.object({ upload_id: z.string() }) }) })

/**
 * Sends a document until the server has said that it has it; gives the upload's id. `url` is asked before each try, `onReply` is told each answer, and
 * undefined where there was none.
 */
export async function sendUntilAccepted(
  url: () => string,
  name: string,
  onReply: (reply: UploadReply | undefined) => void = () => undefined,
): Promise<string> {
  return until(
    async () => {
      const reply = await sendText(url(), name, textOf(name)).catch(() => undefined)
      onReply(reply)
      if (reply?.code === 202) return reply.id
      if (reply?.code !== 409) return false
      // The acknowledgement was lost with the process. The upload was not, if it is there now; else its name is free again soon.
      const { upload_id } = conflictSchema.parse(JSON.parse(reply.text)).error.details
      return (await entityOf(url(), upload_id)) && upload_id
    },
    `${name} being accepted`,
    PATIENCE_MS,
  )
}

/** Follows uploads, by their files' names, until each has ended or the time is over; gives the last that was seen of each. */
export async function followAll(
  url: () => string,
  uploads: ReadonlyMap<string, string>,
  over: () => boolean,
): Promise<Map<string, Entity>> {
  const seen = new Map<string, Entity>()
  const open = new Set(uploads.keys())
  while (open.size > 0 && !over()) {
    const look = async (name: string) => {
      const entity = await entityOf(url(), uploads.get(name) ?? '').catch(() => undefined)
      if (entity) seen.set(name, entity)
      if (entity?.status === 'complete' || entity?.status === 'error') open.delete(name)
    }
    await Promise.all([...open].slice(0, AT_ONCE).map(look))
    await delay(100)
  }
  return seen
}

/** What the index shows of a document, judged against what was sent. */
async function judge(
  url: string,
  name: string,
  uploadId: string,
  entity: Entity | undefined,
): Promise<'right' | 'lost' | 'duplicate' | 'stuck'> {
  if (entity?.status !== 'complete') return entity?.status === 'error' ? 'lost' : 'stuck'
  const chunks = await chunksOf(url, name)
  const text = chunks.map((c) => c.text).join('\n')
  if (new Set(chunks.map((c) => `${c.upload_id}/${c.chunk_index}`)).size !== chunks.length) return 'duplicate'
  if (chunks.some((c) => c.upload_id !== uploadId)) return chunks.some((c) => c.upload_id === uploadId) ? 'duplicate' : 'lost'
  const whole = Array.from({ length: PARAGRAPHS }, (_, i) => `Paragraph ${i} of ${name} `).every((start) => text.includes(start))
  return whole && chunks.every((c, i) => c.chunk_index === i) && chunks.length === entity.chunks ? 'right' : 'lost'
}

/** Names of documents that did not come through; all three must be empty. */
export interface Verdict {
  /** Complete, but not wholly there, or of another upload; or ended in error. */
  readonly lost: readonly string[]
  /** With chunks more than once. */
  readonly duplicates: readonly string[]
  /** Not at an end. */
  readonly stuck: readonly string[]
}

/** Looks at every document that was sent. */
export async function judgeAll(
  url: string,
  uploads: ReadonlyMap<string, string>,
  last: ReadonlyMap<string, Entity | undefined>,
): Promise<Verdict> {
  const verdicts = new Map<string, string>()
  for (const [name, id] of uploads) verdicts.set(name, await judge(url, name, id, last.get(name)))
  const of = (verdict: string) => [...uploads.keys()].filter((name) => verdicts.get(name) === verdict)
  return { lost: of('lost'), duplicates: of('duplicate'), stuck: of('stuck') }
}
