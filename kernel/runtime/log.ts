import { type Logger, pino } from 'pino'

export type { Logger }

const LEVELS = { DEBUG: 'debug', INFO: 'info', WARNING: 'warn', ERROR: 'error', CRITICAL: 'fatal' } as const
export type LogLevel = keyof typeof LEVELS

/** JSON lines on standard output; secrets that arrive in headers are never written. */
export function createLogger(level: LogLevel): Logger {
  return pino({
    level: LEVELS[level],
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers["ocp-apim-subscription-key"]',
        'req.headers["x-runtime-admin-proxy-secret"]',
        'req.headers.cookie',
      ],
      censor: '[redacted]',
    },
  })
}
