import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FieldValue } from '../../search.ts'
import { type Column, createColumn, growColumn, setValue } from './column.ts'
import { countFacet } from './facets.ts'

const word = fc.constantFrom('', 'a', 'b', 'c,d', 'é', '0', '1')
const kinds: [string, fc.Arbitrary<FieldValue>][] = [
  ['Edm.String', fc.option(word)],
  ['Collection(Edm.String)', fc.option(fc.array(word, { maxLength: 5 }))],
  ['Edm.Int32', fc.option(fc.integer({ min: -3, max: 3 }))],
  ['Edm.Boolean', fc.option(fc.boolean())],
  ['Edm.DateTimeOffset', fc.option(fc.integer({ min: 0, max: 3 }).map((n) => new Date(n * 1e11).toISOString()))],
]

/** The facet of these values, counted without a column. */
function counted(values: readonly FieldValue[], limit: number): { value: FieldValue; count: number }[] {
  const counts = new Map<FieldValue, number>()
  for (const value of values)
    for (const one of Array.isArray(value) ? new Set<string>(value) : [value])
      if (typeof one !== 'object') counts.set(one, (counts.get(one) ?? 0) + 1)
  const all = [...counts].map(([value, count]) => ({ value, count }))
  return all.sort((a, b) => b.count - a.count || (a.value! < b.value! ? -1 : 1)).slice(0, limit)
}

const used = (column: Column): number[] =>
  column.kind === 'number' ? [] : [column.dictionary, ...(column.kind === 'list' ? [column.lists] : [])].map(({ codes }) => codes.size)

test.each(kinds)('a facet of %s is what counting afresh gives, whatever the slots held before', (type, value) => {
  const writes = fc.array(fc.tuple(fc.nat({ max: 40 }), value), { maxLength: 200 })
  const asked = fc.uniqueArray(fc.nat({ max: 40 }))
  fc.assert(
    fc.property(writes, asked, fc.integer({ min: 1, max: 9 }), (written, slots, limit) => {
      const column = createColumn({ name: 'field', type }, 8)
      let capacity = 8
      const model = new Map<number, FieldValue>()
      for (const [slot, given] of written) {
        while (slot >= capacity) growColumn(column, (capacity *= 2))
        setValue(column, slot, given)
        model.set(slot, given)
      }
      while (capacity <= 40) growColumn(column, (capacity *= 2))
      const of = (wanted: readonly number[]) => wanted.map((slot) => model.get(slot) ?? null)
      expect(countFacet(column, slots, limit)).toEqual(counted(of(slots), limit))
      // No value that every slot has lost is kept.
      const present = [...model.values()].filter((v) => v !== null)
      const strings = new Set(present.flat())
      const lists = new Set(present.flatMap((v) => (Array.isArray(v) && v.length ? [JSON.stringify([...new Set(v)].sort())] : [])))
      if (column.kind === 'string') expect(used(column)).toEqual([strings.size])
      if (column.kind === 'list') expect(used(column)).toEqual([strings.size, lists.size])
    }),
  )
})

test('a field with a value for each chunk: the first values in order', () => {
  const column = createColumn({ name: 'field', type: 'Edm.String' }, 20_000)
  const text = (n: number) => `value ${String(n).padStart(5, '0')}`
  for (let slot = 0; slot < 20_000; slot++) setValue(column, slot, text(19_999 - (slot % 19_990)))
  const slots = Array.from({ length: 20_000 }, (_, i) => i)
  const twice = Array.from({ length: 10 }, (_, i) => ({ value: text(19_990 + i), count: 2 }))
  expect(countFacet(column, slots, 12)).toEqual([...twice, { value: text(10), count: 1 }, { value: text(11), count: 1 }])
})

test('values of chunks that were replaced make room for those of the next', () => {
  const strings = createColumn({ name: 'field', type: 'Edm.String' }, 10)
  const lists = createColumn({ name: 'field', type: 'Collection(Edm.String)' }, 10)
  for (let round = 0; round < 100; round++)
    for (let slot = 0; slot < 10; slot++) {
      setValue(strings, slot, `value ${round} ${slot}`)
      setValue(lists, slot, [`tag ${round}`, `tag ${round} ${slot}`])
    }
  if (strings.kind !== 'string' || lists.kind !== 'list') throw new Error('other columns were made')
  expect(strings.dictionary.values.length).toBeLessThanOrEqual(11)
  expect([lists.dictionary.codes.size, lists.lists.codes.size]).toEqual([11, 10])
  expect(lists.dictionary.values.length).toBeLessThanOrEqual(13)
})
