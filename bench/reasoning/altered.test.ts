import { expect, it } from 'vitest'
import { alteredExplanations } from './altered.ts'

it('no altered explanation is let through, and each that is not altered is', { timeout: 120_000 }, () => {
  const { made, passed, whole, wholePassed } = alteredExplanations(60)
  expect([made, passed, wholePassed]).toEqual([60, [], whole])
})
