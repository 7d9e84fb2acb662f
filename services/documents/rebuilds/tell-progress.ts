import type { StepContext } from '../../../kernel/runs/define-run.ts'
import type { Contents } from './estimate.ts'
import { changeRebuild, type Rebuild } from './rebuild-row.ts'
import { measureTimeLeft } from './time-left.ts'

const TELL_EVERY_MS = 500
/** A document that takes long moves the time that is left, too. */
const TELL_AT_LEAST_EVERY_MS = 2000

type Context = Pick<StepContext<unknown, 'database'>, 'ports' | 'run' | 'progress'>

interface Whole {
  /** Of the build when it is done. */
  readonly documents: number
  readonly chunks: number
  /** Chunks that are there already. */
  readonly there: number
  readonly costOf: (parts: Contents) => number
}

/** Notes how far the rebuild is: what was told stays told, also over a death. Disposed of, it tells no more. */
export function tellProgress(ctx: Context, row: Rebuild, whole: Whole, paused: () => boolean) {
  const time = measureTimeLeft(whole.costOf)
  let { total, read, written } = { ...row, total: Math.max(row.total, whole.documents) }
  let [seen, quietUntil, chunks] = [0, 0, whole.there]
  let telling = Promise.resolve()
  const tell = () => {
    time.add({ documents: 0, chunks: 0 }, paused())
    const seconds = time.of({ documents: total - read, chunks: read < total ? Math.max(0, whole.chunks - chunks) : 0 })
    const change = {
      read,
      written,
      total,
      speed: time.speed() ?? row.speed,
      seconds_left: seconds ?? null,
      waits_for: time.waitsFor() ?? null,
    }
    telling = telling
      .catch(() => undefined)
      .then(async () => {
        await changeRebuild(ctx.ports.database, ctx.run.id, ['running'], change)
      })
    ctx.progress(read, total, 'documents')
    return telling
  }
  const tellUnheard = () => tell().catch(() => undefined)
  tellUnheard()
  const timer = setInterval(tellUnheard, TELL_AT_LEAST_EVERY_MS)
  return {
    begin: time.begin,
    chunks: (count: number) => {
      chunks += count
      time.add({ documents: 0, chunks: count }, paused())
    },
    document: ({ first, written: made }: { first: boolean; written: boolean }) => {
      if (made) {
        written++
        time.add({ documents: 1, chunks: 0 }, paused())
      }
      if (first) {
        seen++
        total = Math.max(total, seen)
        read = Math.max(read, Math.min(seen, total))
      }
      if (performance.now() < quietUntil) return
      quietUntil = performance.now() + TELL_EVERY_MS
      tellUnheard()
    },
    end: () => {
      read = total
      return tell()
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
