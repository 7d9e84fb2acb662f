import { expect, test } from 'vitest'
import type { ChatMessage } from '../../../kernel/llm/llm.ts'
import { lessOf } from './less-of.ts'

const said = (role: 'system' | 'user' | 'assistant', content: string): ChatMessage => ({ role, content })
const result = (toolCallId: string, length: number): ChatMessage => ({ role: 'tool', toolCallId, content: 'x'.repeat(length) })
const words = (messages: readonly ChatMessage[] | undefined) =>
  messages?.map(({ content }) => (content.length > 20 ? content.length : content))

test('of a thread the later half stays, then none of it; the prompt and the latest question always do', () => {
  const thread = [1, 2, 3].flatMap((n) => [said('user', `q${n}`), said('assistant', `a${n}`)])
  const first = lessOf([said('system', 's'), ...thread, said('user', 'now')])
  expect(words(first)).toEqual(['s', 'q3', 'a3', 'now'])
  const second = lessOf(first!)
  expect(words(second)).toEqual(['s', 'now'])
  expect(lessOf(second!)).toBeUndefined()
})

test('then results of tools are cut, the longest first, and say so', () => {
  const asked = [said('system', 's'), said('user', 'now'), said('assistant', ''), result('a', 3000), result('b', 1000)]
  const first = lessOf(asked)!
  expect(first.map(({ content }) => content.length > 1400 && content.length < 1600)).toEqual([false, false, false, true, false])
  expect(first[3]!.content).toContain('(cut: the model reads no more at once)')
  let [least, rounds] = [asked as readonly ChatMessage[], 0]
  for (let less = lessOf(least); less; less = lessOf(least)) [least, rounds] = [less, rounds + 1]
  expect(rounds).toBeLessThan(10)
  expect(least.every(({ content }) => content.length < 800)).toBe(true)
})
