import type { FastifyReply, FastifyRequest } from 'fastify'
import { openSse } from '../../kernel/http/sse.ts'
import type { Ports } from '../../kernel/ports.ts'
import { PROJECTED } from '../../kernel/views/project.ts'
import { readSteps, type UploadStep } from './read-uploads.ts'
import { showUpload } from './show-upload.ts'

const ended = (step: UploadStep | undefined): boolean => step?.entity.timestamps.completed != null

/** Sends the status entity after every event of the upload, from Last-Event-ID on, until the upload has ended or the client leaves. */
export async function streamStatus(
  request: FastifyRequest,
  reply: FastifyReply,
  ports: Pick<Ports, 'views' | 'clock'>,
  uploadId: string,
): Promise<void> {
  const stream = openSse(request, reply)
  const sent = new Set<string>()
  let resumeAfter = request.headers['last-event-id']
  while (!stream.closed.aborted) {
    const change = ports.views.changed(PROJECTED, 1000)
    const steps = await readSteps(ports.views, uploadId)
    const known = steps.findIndex((s) => s.id === resumeAfter)
    // An id that is not known (any more) gets the present state.
    const from = resumeAfter === undefined ? 0 : known >= 0 ? known + 1 : Math.max(0, steps.length - 1)
    resumeAfter = undefined
    for (const step of steps.slice(0, from)) sent.add(step.id)
    for (const step of steps) {
      if (sent.has(step.id)) continue
      sent.add(step.id)
      stream.send({ event: 'status', id: step.id, data: step === steps.at(-1) ? await showUpload(ports, step.state) : step.entity })
    }
    if (steps.length === 0 || ended(steps.at(-1))) return stream.close()
    await change
  }
}
