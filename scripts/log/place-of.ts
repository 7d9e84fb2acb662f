import { jsonArgument } from './json-argument.ts'

const PLACES = 'beginning, end, an offset, {"0": 17} by partition, or a time such as 2026-01-15T09:30:00Z'

/** A place in a topic as it is written on a command line: `beginning`, `end`, an offset, `{"0": 17}` by partition, or a time. */
export function placeOf(text: string): unknown {
  if (text === 'beginning' || text === 'end') return text
  if (/^\d+$/.test(text)) return { offset: Number(text) }
  if (text.startsWith('{')) return { offset: jsonArgument('an offset by partition', text, '{"0": 17}') }
  if (Number.isNaN(Date.parse(text))) throw new Error(`${JSON.stringify(text)} is no place in a topic; give ${PLACES}`)
  return { time: text }
}
