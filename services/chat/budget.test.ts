import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../../kernel/runtime/errors.ts'
import { chatApp, scriptedLlm } from './chat.fixture.ts'

const full = new ApiError('rate_limited', 'The budget of default is used up.', {
  headers: { 'retry-after': '12' },
  details: { retry_after_s: 12 },
})
const scripted = scriptedLlm(({ question }) => {
  if (question.includes('[full]')) throw full
  return 'fine'
})
let chat: Awaited<ReturnType<typeof chatApp>>
beforeAll(async () => {
  chat = await chatApp({ llm: scripted.llm })
})
afterAll(() => chat.close())

const send = (question: string, stream = false) =>
  chat.app.inject({ method: 'POST', url: '/api/v2/flexible-rag', payload: { question, stream } })

test('a model whose budget is used up is 429 with Retry-After; a stream, which has begun, says so in its answer', async () => {
  const refused = await send('Who keeps the archive? [full]')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '12'])
  expect(refused.json().error).toMatchObject({ code: 'rate_limited', details: { retry_after_s: 12 } })
  const streamed = (await send('Who keeps the archive? [full]', true)).body
  expect(streamed).toContain('event: done')
  expect(streamed).toContain('"llm_failed"')
  expect(streamed).toContain('The budget of default is used up.')
})
