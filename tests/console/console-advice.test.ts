import { expect, it } from 'vitest'
import { z } from 'zod'

type Advice = (error: { code: string; details?: Record<string, unknown> }) => string
const moduleSchema = z.object({ adviceFor: z.custom<Advice>((value) => typeof value === 'function') })

it('does not take a quota for a full disk, in what the console advises', async () => {
  const { adviceFor } = moduleSchema.parse(await import(new URL('../../web/api/advice.js', import.meta.url).href))
  expect(adviceFor({ code: 'storage_full', details: { reason: 'disk' } })).toMatch(/disk is full/)
  expect(adviceFor({ code: 'storage_full', details: { reason: 'quota', scope: 'caller' } })).toBe('Or ask the operator for a larger quota.')
  expect(adviceFor({ code: 'conflict', details: { source_file: 'plan.pdf' } })).toMatch(/Replace existing/)
  expect(adviceFor({ code: 'conflict' })).toBe('')
  expect(adviceFor({ code: 'unheard_of' })).toMatch(/request id/)
})

it('advises nobody to ask again for what is not there, or is wrong in what was asked', async () => {
  const { adviceFor } = moduleSchema.parse(await import(new URL('../../web/api/advice.js', import.meta.url).href))
  expect([adviceFor({ code: 'not_found' }), adviceFor({ code: 'invalid_request' })]).toEqual(['', ''])
})
