import { styleText } from 'node:util'
import type { DestinationStream } from 'pino'

const COLORS = { debug: 'dim', info: 'cyan', warn: 'yellow', error: 'red', fatal: 'red' } as const
/** What stands in the line already, or tells people nothing. */
const LEFT_OUT = new Set(['level', 'time', 'msg', 'pid', 'err', 'hostname'])

/** Turns each JSON line of a logger into one for people: the time of day, the level, the message, and what else it says. */
export const readableLines = (destination: DestinationStream): DestinationStream => ({
  write: (line) => void destination.write(readable(line)),
})

function readable(line: string): string {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(line)
  } catch {
    return line
  }
  const level = String(entry.level)
  const time = new Date(String(entry.time)).toTimeString().slice(0, 8)
  const more = Object.entries(entry).flatMap(([name, value]) => (LEFT_OUT.has(name) ? [] : [`${name}=${shown(value)}`]))
  const color = Object.hasOwn(COLORS, level) ? COLORS[level as keyof typeof COLORS] : 'dim'
  const head = `${styleText('dim', time)} ${styleText(color, level.toUpperCase().padEnd(5))} ${plain(String(entry.msg ?? ''))}`
  return `${[head, styleText('dim', more.join(' '))].filter(Boolean).join(' ').trimEnd()}\n${stackOf(entry.err)}`
}

const shown = (value: unknown): string => plain(typeof value === 'string' ? value : JSON.stringify(value))

/** What a log repeats of others' words moves no cursor and colours nothing. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')

function stackOf(error: unknown): string {
  const stack = typeof error === 'object' && error !== null && 'stack' in error ? String(error.stack) : ''
  return stack
    ? `${stack
        .split('\n')
        .map((line) => `    ${plain(line)}`)
        .join('\n')}\n`
    : ''
}
