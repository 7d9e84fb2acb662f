import type { FastifyReply, FastifyRequest } from 'fastify'
import { openSse } from '../../kernel/http/sse.ts'
import type { Database } from '../../kernel/views/database.ts'
import { PROJECTED } from '../../kernel/views/project.ts'
import { readSteps, type UploadStep } from './read-uploads.ts'

const ended = (step: UploadStep | undefined): boolean => step?.entity.timestamps.completed != null

/** Sends the status entity after every event of the upload, from Last-Event-ID on, until the upload has ended or the client leaves. */
export async function streamStatus(request: FastifyRequest, reply: FastifyReply, database: Database, uploadId: string): Promise<void> {
  const stream = openSse(request, reply)
  const sent = new Set<string>()
  let resumeAfter = request.headers['last-event-id']
  while (!stream.closed.aborted) {
    const change = database.changed(PROJECTED, 1000)
    const steps = await readSteps(database, uploadId)
    const known = steps.findIndex((s) => s.id === resumeAfter)
    // An id that is not known (any more) gets the present state.
    const from = resumeAfter === undefined ? 0 : known >= 0 ? known + 1 : Math.max(0, steps.length - 1)
    resumeAfter = undefined
    for (const step of steps.slice(0, from)) sent.add(step.id)
    for (const step of steps) {
      if (sent.has(step.id)) continue
      sent.add(step.id)
      stream.send({ event: 'status', id: step.id, data: step.entity })
    }
    if (steps.length === 0 || ended(steps.at(-1))) return stream.close()
    await change
  }
}
