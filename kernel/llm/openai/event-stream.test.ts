import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventStreamReader } from './event-stream.ts'

/** The pieces that the bytes of a text fall into at these places. */
function cut(text: string, places: readonly number[]): Uint8Array[] {
  const bytes = new TextEncoder().encode(text)
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return [...ends, bytes.length].map((end, i) => bytes.subarray(i ? ends[i - 1] : 0, end))
}

const read = (text: string, places: readonly number[] = []): string[] => {
  const reader = eventStreamReader()
  return cut(text, places).flatMap((piece) => reader(piece))
}

describe('an event stream', () => {
  const ending = fc.constantFrom('\n', '\r\n', '\r')
  const line = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replace(/[\r\n\ufeff]/g, '').toWellFormed())
  const event = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    aside: fc.constantFrom('', ': a comment', 'event: message', 'id: 7', 'retry: 10', 'datum: x', 'data2'),
    blank: fc.boolean(),
    ending,
  })

  test('gives the data of its events however its bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 12 }), (events, places) => {
        const written = events.map(({ lines, aside, blank, ending }) =>
          [...(aside ? [aside] : []), ...lines.map((text) => `data:${blank || text.startsWith(' ') ? ' ' : ''}${text}`), '', ''].join(
            ending,
          ),
        )
        expect(read(written.join(''), places)).toEqual(events.map(({ lines }) => lines.join('\n')))
      }),
      { numRuns: 500 },
    )
  })

  test('arbitrary bytes neither fail nor depend on their cuts', () => {
    const noise = fc
      .array(fc.constantFrom('data', ':', ' ', '\n', '\r', 'é', '😀', 'x', '\ufeff'), { maxLength: 60 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(noise, fc.array(fc.nat(), { maxLength: 20 }), (text, places) => {
        expect(read(text, places)).toEqual(read(text))
      }),
    )
  })

  test('events of one piece come together, and as soon as they are whole', () => {
    const reader = eventStreamReader()
    const push = (text: string) => reader(new TextEncoder().encode(text))
    expect(push('data: a\n\ndata: b\n\nda')).toEqual(['a', 'b'])
    expect(push('ta: c\n')).toEqual([])
    expect(push('\n')).toEqual(['c'])
    expect(push('data: d\r\n\r')).toEqual(['d'])
    expect(push('\ndata: e\r\n\r\n')).toEqual(['e'])
  })

  test.each([
    ['a byte order mark before it', '\ufeffdata: a\n\n', ['a']],
    ['empty data', 'data\n\ndata:\n\n', ['', '']],
    ['an event without data', 'event: ping\n\n: alive\n\n', []],
    ['no blank line behind the last event', 'data: a\n\ndata: b\n', ['a']],
    ['no line end behind the last event', 'data: a\n\ndata: b', ['a']],
  ])('%s', (_what, text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  test.each([
    ['a line', 'x'.repeat(100_000)],
    ['an event', `data: ${'x'.repeat(100_000)}\n`],
  ])('%s without an end is given up', (_what, more) => {
    const reader = eventStreamReader()
    const piece = new TextEncoder().encode(more)
    const endless = () => {
      for (let i = 0; i < 100; i++) reader(piece)
    }
    expect(endless).toThrow('did not come to an end')
  })
})
