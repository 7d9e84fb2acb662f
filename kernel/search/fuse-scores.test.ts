import { describe, expect, test } from 'vitest'
import { type Candidate, fuseScores } from './fuse-scores.ts'

const rows = [0, 1, 2, 3]
const even = { text: 1, vector: 1 }
const order = (...asked: Parameters<typeof fuseScores>) => fuseScores(...asked).map((r) => r.slot)

describe('fuseScores', () => {
  test('adds the shares of what is possible, 1 at most', () => {
    const scale = { greatestText: 20, meanCosine: 0.2 }
    const found = fuseScores(
      [
        { slot: 0, text: 20, cosine: 1 },
        { slot: 1, text: 10, cosine: 0.6 },
        { slot: 2, text: 4, cosine: undefined },
      ],
      scale,
      even,
      rows,
    )
    expect(found.map((r) => r.slot)).toEqual([0, 1, 2])
    for (const [i, score] of [1, 0.5, 0.2 / 1.5].entries()) expect(found[i]!.score).toBeCloseTo(score, 12)
  })

  test('a text list that holds little of the question gives way, one that holds most of it does not', () => {
    const candidates: Candidate[] = [
      { slot: 0, text: 8, cosine: 0.1 },
      { slot: 1, text: 0, cosine: 0.5 },
    ]
    expect(order(candidates, { greatestText: 10, meanCosine: 0 }, even, rows)).toEqual([0, 1])
    expect(order(candidates, { greatestText: 100, meanCosine: 0 }, even, rows)).toEqual([1, 0])
  })

  test('models whose cosines are all high count from their mean', () => {
    const candidates: Candidate[] = [
      { slot: 0, text: 3, cosine: 0.8 },
      { slot: 1, text: 0, cosine: 0.9 },
    ]
    expect(order(candidates, { greatestText: 20, meanCosine: 0.8 }, even, rows)).toEqual([1, 0])
    expect(order(candidates, { greatestText: 20, meanCosine: 0 }, even, rows)).toEqual([0, 1])
  })

  test('weights move it, a half without weight only adds, and without any both count', () => {
    const candidates: Candidate[] = [
      { slot: 0, text: 5, cosine: 0 },
      { slot: 1, text: 0, cosine: 1 },
    ]
    const scale = { greatestText: 10, meanCosine: 0 }
    expect(order(candidates, scale, { text: 10, vector: 1 }, rows)).toEqual([0, 1])
    expect(order(candidates, scale, { text: 1, vector: 10 }, rows)).toEqual([1, 0])
    expect(order(candidates, scale, { text: 0, vector: 1 }, rows)).toEqual([1, 0])
    expect(order(candidates, scale, { text: 1, vector: 0 }, rows)).toEqual([0, 1])
    expect(fuseScores(candidates, scale, { text: 0, vector: 0 }, rows)).toEqual(fuseScores(candidates, scale, even, rows))
  })

  test('nothing to measure by leaves numbers, in order of row', () => {
    const same = [
      { slot: 3, text: 0, cosine: 1 },
      { slot: 2, text: 0, cosine: 1 },
    ]
    expect(fuseScores(same, { greatestText: 0, meanCosine: 1 }, even, rows)).toEqual([
      { slot: 2, score: 0 },
      { slot: 3, score: 0 },
    ])
  })
})
