import { jsonArgument } from './json-argument.ts'

/** A place in a topic as it is written on a command line: `beginning`, `end`, an offset, `{"0": 17}` by partition, or a time. */
export function placeOf(text: string): unknown {
  if (text === 'beginning' || text === 'end') return text
  if (/^\d+$/.test(text)) return { offset: Number(text) }
  if (text.startsWith('{')) return { offset: jsonArgument('an offset by partition', text, '{"0": 17}') }
  return { time: text }
}
