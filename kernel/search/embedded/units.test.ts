import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { highlight } from '../highlight.ts'
import { termsOf } from '../query-terms.ts'
import { createTopK } from '../rank.ts'
import { createRowSlots } from './columns/row-slots.ts'
import { ftsQuery } from './match-text.ts'
import { createVectors } from './vectors/vectors.ts'

const rows = Array.from({ length: 1000 }, (_, i) => i)

describe('createTopK', () => {
  test('keeps what sorting everything would', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 }), fc.integer({ min: 0, max: 30 }), (scores, limit) => {
        const top = createTopK(limit, rows)
        for (const [slot, score] of scores.entries()) top.offer(slot, score)
        const sorted = scores.map((score, slot) => ({ slot, score })).sort((a, b) => b.score - a.score || a.slot - b.slot)
        expect(top.take()).toEqual(sorted.slice(0, limit))
      }),
    )
  })
})

test('slots by row are as a Map holds them', () => {
  // Around the edges of pages of 1024 rows, so that pages come and go.
  const row = fc.constantFrom(0, 1, 1023, 1024, 1025, 2047, 2048, 5_000_000_000)
  fc.assert(
    fc.property(fc.array(fc.tuple(row, fc.option(fc.nat()))), (steps) => {
      const [slots, model] = [createRowSlots(), new Map<number, number>()]
      for (const [at, slot] of steps) {
        if (slot === null) {
          slots.delete(at)
          model.delete(at)
        } else {
          slots.set(at, slot)
          model.set(at, slot)
        }
        for (const one of [1, 1023, 1024, 2048, 3000, 5_000_000_000, at]) expect(slots.get(one)).toBe(model.get(one))
      }
    }),
  )
})

describe('createVectors', () => {
  test.each([2, 7, 16, 100, 1536])('products of %i dimensions are near the exact ones, growth and removal included', (dimensions) => {
    const vectors = createVectors(dimensions, 1)
    const unit = (seed: number) => {
      const raw = Float32Array.from({ length: dimensions }, (_, i) => Math.sin(seed * 12.9898 + i * 78.233))
      const length = Math.hypot(...raw)
      return raw.map((x) => x / length)
    }
    for (let slot = 0; slot < 5000; slot++) vectors.set(slot, unit(slot))
    vectors.set(17, undefined)
    const query = unit(-3)
    const seen = new Set<number>()
    vectors.scan(
      query,
      5000,
      (slot) => slot !== 4,
      (slot, product) => {
        seen.add(slot)
        const exact = unit(slot).reduce((sum, x, i) => sum + x * query[i]!, 0)
        expect(Math.abs(product - exact)).toBeLessThan(0.012)
      },
    )
    expect(seen.size).toBe(4998)
    expect(seen.has(17) || seen.has(4)).toBe(false)
  })
})

describe('termsOf', () => {
  test('drops stop words when others remain, and repeats of a stem', () => {
    expect(termsOf('What is the purpose of trees and of a tree?')).toEqual(['purpose', 'trees'])
    expect(termsOf('to be or not to be')).toEqual(['to', 'be', 'or', 'not'])
    expect(termsOf('?!')).toEqual([])
    expect(termsOf(Array.from({ length: 500 }, (_, i) => `w${i}`).join(' '))).toHaveLength(64)
  })
  test('terms are quoted', () => {
    expect(ftsQuery(['a', 'b"c'])).toBe('"a" OR "b""c"')
  })
})

describe('highlight', () => {
  test('marks inflections in place and keeps the text otherwise', () => {
    expect(highlight('Trees grow; a tree is green.', ['tree'])).toEqual(['<em>Trees</em> grow; a <em>tree</em> is green.'])
    expect(highlight('nothing here', ['tree'])).toEqual([])
    expect(highlight('これは日本語のテキストです', ['日本語'])).toEqual(['これは<em>日本語</em>のテキストです'])
  })
  test('fragments of a long text are bounded, hold a mark each and stand in the text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('tree', 'a', 'word', 'verylongwordindeed', 'Trees,', '日本語'), { maxLength: 600 }), (words) => {
        const text = words.join(' ')
        const fragments = highlight(text, ['tree'])
        expect(fragments.length).toBeLessThanOrEqual(5)
        for (const fragment of fragments) {
          expect(fragment).toContain('<em>')
          expect(text).toContain(fragment.replaceAll(/<\/?em>/g, ''))
          expect(fragment.replaceAll(/<\/?em>/g, '').length).toBeLessThanOrEqual(240)
        }
        expect(fragments.length > 0).toBe(/tree/i.test(text))
      }),
    )
  })
})
