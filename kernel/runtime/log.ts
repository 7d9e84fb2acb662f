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
