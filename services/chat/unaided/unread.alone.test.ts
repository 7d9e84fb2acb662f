import { expect, test, vi } from 'vitest'
import { chatApp } from '../chat.fixture.ts'

const texts = ['I am not sure that the documents answer this. The closest passages say: The lighthouse was built [1]']
vi.mock('../../../kernel/llm/extractive/read-apart.ts', () => ({
  readApart: async () => ({ kind: 'passages', texts, unread: 'reading the passages was interrupted' }),
  unknownWordsApart: async () => [],
}))

test('a question whose passages cannot be read is answered with how they begin, and says so', async () => {
  const app = await chatApp()
  const { status, body } = await app.ask('/flexible-chat', { question: 'When was the lighthouse built?' })
  expect([status, body.answer, body.response_metadata.answer_kind]).toEqual([200, texts[0], 'passages'])
  expect(body.errors).toEqual([{ code: 'passages_not_read', message: expect.stringContaining('could not be read') }])
  await app.close()
})
