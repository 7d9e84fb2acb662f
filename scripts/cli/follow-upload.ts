import { setTimeout as delay } from 'node:timers/promises'
import { pathOf } from '../../clients/typescript/src/client.ts'
import { readEvents } from '../../clients/typescript/src/read-events.ts'
import { isSettled, type UploadStatus, uploadStatusSchema } from './replies.ts'
import { RequestError } from './request-error.ts'
import { call, callJson, readReply, type Server } from './server.ts'

const TRIES = 6

/** The present status of an upload. */
export const uploadStatus = (server: Server, uploadId: string, signal?: AbortSignal): Promise<UploadStatus> =>
  callJson(server, pathOf('getUploadStatus', { path: { upload_id: uploadId } }), uploadStatusSchema, { signal })

/**
 * Tells of every change of an upload until nothing more will happen to it, and resolves with its last status.
 * A broken stream is taken up again after its last event; RequestError after six breaks in a row.
 */
export async function followUpload(
  server: Server,
  uploadId: string,
  onStatus: (status: UploadStatus) => void,
  signal?: AbortSignal,
): Promise<UploadStatus> {
  let lastEventId: string | undefined
  let breaks = 0
  for (;;) {
    let wait: number | undefined
    try {
      const headers = { Accept: 'text/event-stream', ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}) }
      const reply = await call(server, pathOf('followUpload', { path: { upload_id: uploadId } }), { headers, signal })
      for await (const event of readEvents(reply.body!)) {
        breaks = 0
        lastEventId = event.id ?? lastEventId
        const status = readReply(event.data, uploadStatusSchema)
        onStatus(status)
        if (isSettled(status)) return status
      }
    } catch (error) {
      if (signal?.aborted || !isPassing(error)) throw error
      if (breaks >= TRIES) throw error
      wait = error instanceof RequestError ? error.retryAfterMs : undefined
    }
    breaks += 1
    // A stream that ended before a terminal event may have been resumed past it: ask once more.
    const status = await uploadStatus(server, uploadId, signal).catch(() => undefined)
    if (status && isSettled(status)) {
      onStatus(status)
      return status
    }
    if (breaks > TRIES)
      throw new RequestError('The server keeps ending the stream of this upload.', {
        code: 'unexpected',
        advice: `Ask again with: npm run cli -- status ${uploadId}`,
      })
    await delay(wait ?? Math.min(5_000, 250 * 2 ** breaks), undefined, { signal })
  }
}

/** Whether the same call may succeed later: the server was away, busy or broke off. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof RequestError)) return error instanceof TypeError
  return error.status === 0 ? error.code === 'unreachable' : error.status === 429 || error.status === 503
}
