import { expect, it } from 'vitest'
import { tellProgress } from './tell-progress.ts'

const subject = {
  upload_id: '9f0c7a52-5b0e-4a39-8a55-0c9f6f1f2f10',
  document_id: '9f0c7a52-5b0e-5a39-8a55-0c9f6f1f2f11',
  generation: 1,
  attempt: 1,
}

it('tells of the beginning and of each twentieth, never backwards', () => {
  const told: unknown[] = []
  const ctx = {
    tell: ({ payload }: { payload: unknown }) => void told.push((payload as { done: number }).done),
    now: () => '2026-01-01T00:00:00.000Z',
  }
  const done = tellProgress(ctx, subject, { stage: 'chunking', total: 100, unit: 'characters' })
  for (const at of [1, 5, 6, 4, 50, 99, 100, 120]) done(at)
  expect(told).toEqual([0, 5, 50, 99, 100])
})
