import { expect, test } from 'vitest'
import { sideTables } from './side-tables.ts'

const grid = (text: string) => text.split('\n').map((line) => line.split('|').map((c) => c.trim()))

test('tables beside each other on different rows are two', () => {
  const region = grid('a|b||\n1|2||\n3|4||x|y\n5|6||7|8')
  expect(sideTables(region)).toEqual([grid('a|b\n1|2\n3|4\n5|6'), grid('x|y\n7|8')])
})

test('empty columns inside one table are layout', () => {
  const labelled = grid('||Wages|Total\nMill||10|20\nRiver||30|40')
  const aligned = grid('a|b||x|y\n1|2||3|4')
  const unnamed = grid('a|b||\n1|2||9|8\n3|4||7|6')
  const narrow = grid('a|b||\n1|2||note\n3|4||')
  for (const region of [labelled, aligned, unnamed, narrow, grid('a|b\n1|2'), []]) expect(sideTables(region)).toEqual([region])
})

test('tables on the same rows are two when they have the same header', () => {
  const region = grid('name|tons||name|tons\nrye|2||oat|3\nbarley|4||millet|5')
  expect(sideTables(region)).toEqual([grid('name|tons\nrye|2\nbarley|4'), grid('name|tons\noat|3\nmillet|5')])
})

test('a region has any number of rows', () => {
  const region = Array.from({ length: 200_000 }, (_, i) => [`mill ${i}`, String(i)])
  expect(sideTables(region)[0]).toBe(region)
})
