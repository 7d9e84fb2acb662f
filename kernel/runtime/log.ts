import { type DestinationStream, type Logger, pino } from 'pino'
import { readableLines } from './readable-lines.ts'

export type { Logger }

const LEVELS = { DEBUG: 'debug', INFO: 'info', WARNING: 'warn', ERROR: 'error', CRITICAL: 'fatal' } as const
export type LogLevel = keyof typeof LEVELS
export type LogFormat = 'json' | 'text'

/**
 * Lines on standard output: JSON, or for people where that is a terminal. Secrets that arrive in headers are never written.
 * @param destination Another one is for tests.
 */
export function createLogger(
  level: LogLevel,
  format: LogFormat = process.stdout.isTTY ? 'text' : 'json',
  destination: DestinationStream = process.stdout,
): Logger {
  const options = {
    level: LEVELS[level],
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers["ocp-apim-subscription-key"]',
        'req.headers["x-runtime-admin-proxy-secret"]',
        'req.headers.cookie',
      ],
      censor: '[redacted]',
    },
  }
  if (format === 'text') return pino(options, readableLines(destination))
  return destination === process.stdout ? pino(options) : pino(options, destination)
}

/** A child of the log, made when it first writes: its labels are made into text at once, and most work writes nothing. */
export function labelled(log: () => Logger, labels: Readonly<Record<string, unknown>>): () => Logger {
  let child: Logger | undefined
  return () => (child ??= log().child(labels))
}

const LINES = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/**
 * Makes children of a log for work that is many times as frequent as its lines: each is made in truth with its first line that is written.
 * All else (its level, say) is the log's own.
 */
export function lazyChildren(log: Logger): (labels: () => Readonly<Record<string, unknown>>) => Logger {
  class LazyChild {
    readonly #labels: () => Readonly<Record<string, unknown>>
    #made: Logger | undefined
    constructor(labels: () => Readonly<Record<string, unknown>>) {
      this.#labels = labels
    }
    get made(): Logger {
      this.#made ??= log.child(this.#labels())
      return this.#made
    }
    child(...given: Parameters<Logger['child']>): Logger {
      return this.made.child(...given) as unknown as Logger
    }
  }
  for (const line of LINES)
    Object.defineProperty(LazyChild.prototype, line, {
      value(this: LazyChild, ...given: Parameters<Logger['info']>) {
        if (log.isLevelEnabled(line)) this.made[line](...given)
      },
    })
  Object.setPrototypeOf(LazyChild.prototype, log)
  return (labels) => new LazyChild(labels) as unknown as Logger
}
