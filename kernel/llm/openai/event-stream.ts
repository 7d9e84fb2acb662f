import { StringDecoder } from 'node:string_decoder'
import { ApiError } from '../../runtime/errors.ts'

/** Characters of one event of a model's stream; a piece of an answer has some hundred. */
const MAX_EVENT = 4_000_000

/**
 * Reads an event stream (WHATWG HTML, 9.2.6) as its bytes come: gives the data of the events that each piece completes, so that tokens
 * which arrived together are handed on together. An event without the blank line behind it is none. Names, ids and comments are passed
 * over. ApiError upstream_failed for an event that does not come to an end.
 */
export function eventStreamReader(): (piece: Uint8Array) => string[] {
  const decoder = new StringDecoder('utf8')
  let begun = false
  let afterReturn = false
  /** The beginning of a line whose end has not come yet. */
  let rest = ''
  let data: string | undefined
  const textOf = (piece: Uint8Array): string => {
    let text = decoder.write(piece as Buffer)
    if (!text) return text
    if (!begun) text = text.replace(/^\ufeff/, '')
    begun = true
    const pairCut = afterReturn && text.startsWith('\n')
    afterReturn = text.endsWith('\r')
    if (pairCut) text = text.slice(1)
    return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  }
  const take = (line: string) => {
    if (!line.startsWith('data')) return
    if (line.length > 4 && line[4] !== ':') return
    const value = line.slice(line[5] === ' ' ? 6 : 5)
    data = data === undefined ? value : `${data}\n${value}`
  }
  return (piece) => {
    const text = textOf(piece)
    const complete: string[] = []
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      const line = rest + text.slice(from, end)
      rest = ''
      from = end + 1
      if (line) take(line)
      else if (data !== undefined) {
        complete.push(data)
        data = undefined
      }
    }
    rest += from ? text.slice(from) : text
    if (rest.length + (data?.length ?? 0) > MAX_EVENT) throw new ApiError('upstream_failed', 'The model did not come to an end.')
    return complete
  }
}
