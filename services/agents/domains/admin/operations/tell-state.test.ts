import { expect, test } from 'vitest'
import { ApiError } from '../../../../../kernel/runtime/errors.ts'
import { operationsAssistant } from '../agents/operations-assistant.ts'
import { sayIndexes, sayLag, sayLetters } from './tell-state.ts'

const results: Record<string, unknown> = {
  'admin-consumer-lag': {
    behind: 43,
    consumers: [
      { consumer: 'embed', topic: 'document.chunked', lag: 3 },
      { consumer: 'store', topic: 'document.chunked', lag: 0 },
      { consumer: 'parse', topic: 'document.received', lag: 40 },
    ],
  },
  'admin-dead-letters': {
    total: 2,
    by_code: { corrupt: 2 },
    by_consumer: { parse: 2 },
    entries: [{ consumer: 'parse', code: 'corrupt', failed_at: '2026-03-12T09:30:00.000Z', message: 'The file\nis damaged.' }],
  },
  'admin-index-statistics': { indexes: [{ alias: 'default', index: 'documents', chunks: 1204 }] },
  'admin-knowledge-search': { passages: [] },
}
const turn = (question: string, use = async (tool: string) => results[tool] as unknown) => ({ question, use, read: async () => '' })

test('without a model the operations assistant tells lag, dead letters and indexes from its tools', async () => {
  expect(await operationsAssistant.unaided?.(turn('Is anything stuck?'))).toBe(
    `Without a model (embedded), from the numbers of this installation:
- 43 records wait: parse has 40 of document.received before it; embed has 3 of document.chunked before it.
- 2 dead letters are open; by consumer: parse 2; by code: corrupt 2. The newest, of parse at 2026-03-12T09:30:00.000Z, says (corrupt): The file is damaged.
- The index documents (default) holds 1204 chunks that you may read.`,
  )
})

test('nothing waits, nothing failed, nothing is indexed: each is said', () => {
  expect(sayLag({ behind: 0, consumers: [] })).toBe('No consumer is behind: no record waits.')
  expect(sayLetters({ total: 0, by_code: {}, by_consumer: {}, entries: [] })).toBe('There are no open dead letters.')
  expect(sayIndexes({ indexes: [{ alias: 'a', index: 'a', chunks: null }] })).toBe('The index a is not made yet.')
})

test('a tool that is closed to the caller leaves the others to speak; a fault of the program is none of those', async () => {
  const closed = async (tool: string) => {
    if (tool !== 'admin-index-statistics') throw new ApiError('forbidden', `${tool} asks for the role admin`)
    return results[tool]
  }
  const said = await operationsAssistant.unaided?.(turn('Is anything stuck?', closed))
  expect(said).toContain('The lag of the consumers cannot be told here: admin-consumer-lag asks for the role admin.')
  expect(said).toContain('holds 1204 chunks')
  const broken = async () => Promise.reject(new TypeError('no such thing'))
  await expect(operationsAssistant.unaided?.(turn('Is anything stuck?', broken))).rejects.toThrow('no such thing')
})
