import type { HandlerContext } from '../../../kernel/consume/define-consumer.ts'
import { type DocumentSubject, documentProgressed, type Stage } from '../../../schemas/document.ts'

/** How often a stage tells of itself at most, beside its beginning. */
const STEPS = 20

/**
 * Tells that a stage began (0 of `total`) and gives a function to tell how far it came; it publishes when another twentieth is
 * done, never backwards.
 */
export function tellProgress(
  ctx: Pick<HandlerContext<never>, 'tell' | 'now'>,
  subject: DocumentSubject,
  progress: { stage: Stage; total: number; unit: string },
): (done: number) => void {
  const { upload_id, document_id, generation, attempt } = subject
  const tell = (done: number) =>
    ctx.tell(documentProgressed.make({ upload_id, document_id, generation, attempt, ...progress, done, at: ctx.now() }))
  let last = 0
  tell(0)
  return (done) => {
    const step = progress.total > 0 ? Math.floor((Math.min(done, progress.total) / progress.total) * STEPS) : 0
    if (step <= last) return
    last = step
    tell(Math.min(done, progress.total))
  }
}
