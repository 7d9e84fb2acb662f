import type { FastifyReply, FastifyRequest } from 'fastify'
import { type SseStream, streamSse } from '../../../kernel/http/sse/sse.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { keyChanged } from '../../../kernel/views/keyed-bells.ts'
import { changedKey, PROJECTED } from '../../../kernel/views/project.ts'
import { findUpload, readSteps, type UploadStep } from './read-uploads.ts'
import { showUpload } from './show-upload.ts'
import type { StatusEntity } from './status-entity.ts'
import { uploadsView } from './views.ts'

/** A change of another process may be announced in vain; this often the stream looks by itself. */
const LOOK_EVERY_MS = 5000

/**
 * Sends the status entity after every event of the upload, from Last-Event-ID on, until the upload has ended or was deleted, or the
 * client leaves. An id that is not known (any more) gets the present state.
 */
export function streamStatus(
  request: FastifyRequest,
  reply: FastifyReply,
  ports: Pick<Ports, 'database' | 'clock'>,
  uploadId: string,
): Promise<void> {
  const lastId = request.headers['last-event-id']
  return streamSse(request, reply, async (stream) => {
    const sent = new Set<string>()
    let seen: string | undefined
    while (!stream.closed.aborted) {
      // Listening starts before the look, so that no change falls between the two.
      const change = keyChanged(ports.database, PROJECTED, changedKey(uploadsView.name, uploadId), LOOK_EVERY_MS, stream.closed)
      const state = await findUpload(ports.database, uploadId)
      const now = JSON.stringify(state ?? null)
      if (now !== seen) {
        const steps = upToTheEnd(await readSteps(ports.database, uploadId, 'arrival'))
        if (seen === undefined) skipKnown(steps, lastId, sent)
        seen = now
        await sendNew(stream, steps, sent, (step) => showUpload(ports, step.state))
        if (!state || steps.at(-1)?.entity.timestamps.completed != null) return
      }
      await change
    }
  })
}

/** What arrives late, after the upload has ended, is of the past: a stream that was there had ended, and one that comes now ends there too. */
function upToTheEnd(steps: readonly UploadStep[]): readonly UploadStep[] {
  const open = steps.findLastIndex((step) => step.entity.timestamps.completed === null)
  return steps.slice(0, open + 2)
}

/** Marks what the client has had already as sent. */
function skipKnown(steps: readonly UploadStep[], lastId: string | string[] | undefined, sent: Set<string>): void {
  if (lastId === undefined) return
  const known = steps.findIndex((s) => s.id === lastId)
  for (const step of steps.slice(0, known >= 0 ? known + 1 : Math.max(0, steps.length - 1))) sent.add(step.id)
}

/** Only the newest step has a place in the queue; the others tell of the past. */
async function sendNew(
  stream: SseStream,
  steps: readonly UploadStep[],
  sent: Set<string>,
  present: (step: UploadStep) => Promise<StatusEntity>,
): Promise<void> {
  const newest = steps.at(-1)
  for (const step of steps) {
    if (sent.has(step.id)) continue
    sent.add(step.id)
    stream.send({ event: 'status', id: step.id, data: step === newest ? await present(step) : step.entity })
  }
}
