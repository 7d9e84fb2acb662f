import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const lineSchema = z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })
type Line = z.output<typeof lineSchema>
const moduleSchema = z.object({ diffLines: z.custom<(before: string, after: string) => Line[]>((value) => typeof value === 'function') })

let diffLines: (before: string, after: string) => Line[]
beforeAll(async () => {
  const file = new URL('../../web/pages/prompts/line-diff.js', import.meta.url)
  ;({ diffLines } = moduleSchema.parse(await import(file.href)))
})

const marks = { same: '=', removed: '-', added: '+' } as const
const inWords = (lines: Line[]) => lines.map(({ kind, text }) => marks[kind] + text).join(' ')

test.each([
  ['a\nb\nc', 'a\nb\nc', '=a =b =c'],
  ['a\nb\nc', 'a\nx\nc', '=a -b +x =c'],
  ['a\nb', 'b\nc', '-a =b +c'],
  ['a\na', 'a', '=a -a'],
  ['', 'a', '- +a'],
  ['a\nb\nc\nd', 'b\nd\na', '-a =b -c =d +a'],
])('%j to %j', (before, after, expected) => {
  expect(inWords(diffLines(before, after))).toBe(expected)
})

const textOf = (lines: Line[], left: 'removed' | 'added') =>
  lines
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('\n')

test('both texts can be read from the lines, and what is equal is never marked as changed', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after)
      expect([textOf(lines, 'added'), textOf(lines, 'removed')]).toEqual([before, after])
      if (before === after) expect(lines.every(({ kind }) => kind === 'same')).toBe(true)
    }),
  )
})

test('texts that are too large to compare pair by pair are told apart as a whole, at once', () => {
  const many = (word: string) => ['head', ...Array.from({ length: 20_000 }, (_, i) => `${word} ${i}`), 'tail'].join('\n')
  const lines = diffLines(many('a'), many('b'))
  expect([lines.length, lines[0]?.kind, lines[1]?.kind, lines.at(-2)?.kind, lines.at(-1)?.kind]).toEqual([
    ...[40_002, 'same', 'removed', 'added', 'same'],
  ])
})
