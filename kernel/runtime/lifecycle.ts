import { messageOf } from './errors.ts'
import type { Logger } from './log.ts'

/** A supervisor waits this long before it kills: everything must have ended by then. */
const STOP_WITHIN_MS = 9_500

export interface Lifecycle {
  /** Called in reverse order of registration when the process stops. */
  onStop(name: string, stop: () => Promise<void> | void): void
  /** Ends the process with a non-zero code when the promise rejects, so that its supervisor starts it again. */
  watch(name: string, crashed: Promise<never>): void
  /** True from the moment that the process was asked to stop. */
  stopping(): boolean
  /** Runs every stop once, however often it is called. */
  stop(reason: string, exitCode?: number): Promise<void>
}

export function createLifecycle(log: Logger): Lifecycle {
  const stops: { name: string; stop: () => Promise<void> | void }[] = []
  let stopping: Promise<void> | undefined

  const run = async (reason: string, exitCode: number) => {
    log.info({ reason }, 'stopping')
    let part: string | undefined
    const deadline = setTimeout(() => {
      log.error({ part }, 'not stopped in time; ending now, unfinished records will be delivered again')
      process.exit(1)
    }, STOP_WITHIN_MS)
    for (const { name, stop } of stops.toReversed()) {
      part = name
      try {
        await stop()
      } catch (error) {
        log.error({ part: name, error: messageOf(error) }, 'a part did not stop cleanly')
      }
    }
    clearTimeout(deadline)
    log.info('stopped')
    process.exit(exitCode)
  }
  const lifecycle: Lifecycle = {
    onStop: (name, stop) => stops.push({ name, stop }),
    watch(name, crashed) {
      crashed.catch((error) => {
        log.fatal({ part: name, error: messageOf(error) }, 'a part stopped for good')
        lifecycle.stop(`${name} crashed`, 1)
      })
    },
    stopping: () => stopping !== undefined,
    stop(reason, exitCode = 0) {
      stopping ??= run(reason, exitCode)
      return stopping
    },
  }
  return lifecycle
}

/** Stops on the signals of a terminal and a supervisor, and with the process that started it; ends non-zero on what nobody caught. */
export function handleSignals(lifecycle: Lifecycle, log: Logger): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => lifecycle.stop(signal))
  // scripts/setup.mjs holds the other end: a starter that is killed tells nobody, but its channel closes
  process.once('disconnect', () => lifecycle.stop('the process that started this one is gone'))
  process.channel?.unref()
  process.on('uncaughtException', (error) => {
    log.fatal({ error: messageOf(error), stack: error.stack }, 'uncaught exception')
    lifecycle.stop('uncaught exception', 1)
  })
  process.on('unhandledRejection', (reason) => {
    log.fatal({ error: messageOf(reason), stack: reason instanceof Error ? reason.stack : undefined }, 'unhandled rejection')
    lifecycle.stop('unhandled rejection', 1)
  })
}
