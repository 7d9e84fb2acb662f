import { expect, test } from 'vitest'
import { measureTimeLeft } from './time-left.ts'

function measured() {
  let at = 0
  const time = measureTimeLeft(
    ({ documents, chunks }) => documents + chunks / 10,
    () => at,
  )
  const pass = (ms: number) => {
    at += ms
  }
  return { time, pass }
}

test('no time is told before a document is written and a second has passed', () => {
  const { time, pass } = measured()
  expect(time.of({ documents: 10, chunks: 100 })).toBeUndefined()
  pass(5000)
  time.add({ documents: 0, chunks: 0 })
  expect([time.of({ documents: 10, chunks: 100 }), time.speed()]).toEqual([undefined, undefined])
  const quick = measured()
  quick.pass(100)
  quick.time.add({ documents: 1, chunks: 10 })
  expect(quick.time.of({ documents: 9, chunks: 90 })).toBeUndefined()
})

test('what is left takes as long as what was written, each document and chunk at its cost', () => {
  const { time, pass } = measured()
  pass(10_000)
  time.add({ documents: 5, chunks: 50 })
  expect(time.speed()).toBe(30)
  expect(time.of({ documents: 5, chunks: 50 })).toBe(10)
  expect(time.of({ documents: 1, chunks: 990 })).toBe(100)
  expect(time.of({ documents: 50, chunks: 0 })).toBe(50)
  expect(time.of({ documents: 0, chunks: 0 })).toBe(0)
})

test('a pause counts for nothing, and a standstill for much', () => {
  const { time, pass } = measured()
  pass(10_000)
  time.add({ documents: 5, chunks: 5 })
  pass(3_600_000)
  time.add({ documents: 0, chunks: 0 }, true)
  expect(time.of({ documents: 5, chunks: 5 })).toBe(10)
  pass(10_000)
  time.add({ documents: 0, chunks: 0 })
  expect(time.of({ documents: 5, chunks: 5 })).toBe(20)
})

test('a document that takes longer than others is named, and no time is told until something is written again', () => {
  const { time, pass } = measured()
  using first = time.begin('short.txt')
  pass(5000)
  using _long = time.begin('long.pdf')
  time.add({ documents: 1, chunks: 10 })
  first[Symbol.dispose]()
  const left = { documents: 1, chunks: 10 }
  pass(9000)
  time.add({ documents: 0, chunks: 0 })
  expect([time.waitsFor(), time.of(left)]).toEqual([undefined, 5])
  pass(3_600_000)
  time.add({ documents: 0, chunks: 0 }, true)
  expect(time.waitsFor()).toBeUndefined()
  pass(1000)
  time.add({ documents: 0, chunks: 0 })
  expect([time.waitsFor(), time.of(left)]).toEqual(['long.pdf', undefined])
  time.add({ documents: 0, chunks: 10 })
  expect([time.waitsFor(), time.of(left)]).toEqual([undefined, 10])
})

test('nothing is waited for where nothing is worked on, as between two rounds', () => {
  const { time, pass } = measured()
  time.begin('a.txt')[Symbol.dispose]()
  pass(60_000)
  time.add({ documents: 0, chunks: 0 })
  expect(time.waitsFor()).toBeUndefined()
})
