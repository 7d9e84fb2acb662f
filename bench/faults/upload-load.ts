import { setTimeout as delay } from 'node:timers/promises'
import type { UploadReply } from '../../tests/support/http-client.ts'
import { followAll, judgeAll, sendUntilAccepted } from '../../tests/support/load/sent-documents.ts'
import type { Figures } from './gate.ts'

const SENDERS = 4
const PATIENCE_MS = 300_000

/** Documents that come in steadily until they are stopped. */
export interface UploadLoad {
  /** Of the documents so far, by name. */
  readonly uploads: ReadonlyMap<string, string>
  /** What clients were told since the beginning. */
  told(): Figures
  /** Sends no further document; resolves when each is accepted. */
  stop(): Promise<void>
  /** Waits for the end of all, looks at each, and gives what did not come through. Rejects where a document is not accepted. */
  judge(): Promise<Figures>
}

/** What a client was told: the upload, or to come again, and whether it may turn up all the same. */
const toldBy = (reply: UploadReply | undefined): string[] => {
  if (!reply) return ['without an answer']
  if (reply.code === 202 || reply.code === 409) return [`told ${reply.code}`]
  if (reply.code !== 503) return ['told something else']
  const unknown = /"outcome":\s*"unknown"/.test(reply.text)
  return ['told 503', ...(reply.retryAfter ? [] : ['503 without Retry-After']), ...(unknown ? ['outcome unknown'] : [])]
}

/** @param everyMs pause of each of four senders between two documents */
export function startUploads(url: () => string, { prefix, everyMs }: { prefix: string; everyMs: number }): UploadLoad {
  const uploads = new Map<string, string>()
  const counts: Record<string, number> = {}
  let stopped = false
  let next = 0
  const sender = async () => {
    while (!stopped) {
      const name = `${prefix}-${next++}.txt`
      uploads.set(
        name,
        await sendUntilAccepted(url, name, (reply) => {
          for (const what of toldBy(reply)) counts[what] = (counts[what] ?? 0) + 1
        }),
      )
      await delay(everyMs)
    }
  }
  const sending = Promise.all(Array.from({ length: SENDERS }, sender))
  sending.catch(() => (stopped = true))
  return {
    uploads,
    told: () => ({
      'told 202': 0,
      'without an answer': 0,
      'told 503': 0,
      'outcome unknown': 0,
      '503 without Retry-After': 0,
      'told something else': 0,
      ...counts,
    }),
    async stop() {
      stopped = true
      await sending
    },
    async judge() {
      const end = performance.now() + PATIENCE_MS
      const last = await followAll(url, uploads, () => performance.now() > end)
      const verdict = await judgeAll(url(), uploads, last)
      for (const [what, names] of Object.entries(verdict))
        for (const name of names.slice(0, 5))
          console.error(`${what}: ${name} (${uploads.get(name)}) ${JSON.stringify(last.get(name)?.errors)}`)
      const { lost, duplicates, stuck } = verdict
      return { documents: uploads.size, lost: lost.length, duplicate: duplicates.length, stuck: stuck.length }
    },
  }
}
