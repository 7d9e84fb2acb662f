import { describe, expect, test } from 'vitest'
import { NOT_SURE } from '../../../kernel/llm/extractive/reading.ts'
import { answerSentences } from './claims.ts'

const claims = (answer: string) =>
  answerSentences(answer)
    .filter((s) => s.claim)
    .map((s) => s.words)

describe('answerSentences', () => {
  test.each([
    ['Dr. Smith of St. Andrews paid 3.5 million. He left.', ['Dr. Smith of St. Andrews paid 3.5 million.', 'He left.']],
    ['- The dam is **closed** [1]\n- The weir opens at 7.30 [2]\n', ['The dam is closed', 'The weir opens at 7.30']],
    ['1. First the gate.\n2. Then the wheel.', ['First the gate.', 'Then the wheel.']],
    ['# The dam\n\nIt leaks.\n\n```js\nconst leak = 1\n```\n', ['It leaks.']],
    ['| Item | Price |\n|---|---|\n| Hoist | 48 |\n| Winch | 20 |', ['Hoist ; 48', 'Winch ; 20']],
    ['The wheel turns\nslowly over the race.', ['The wheel turns slowly over the race.']],
    ['水车建于1889年。它很大。', ['水车建于1889年。', '它很大。']],
    ['See [the plan](https://x.example/plan) for the weir.', ['See the plan for the weir.']],
    ['Unclosed:\n```\ncode that goes on', []],
  ])('%j', (answer, wanted) => {
    expect(claims(answer)).toEqual(wanted)
  })

  test.each([
    'I found nothing about this in the documents.',
    'The documents do not mention the price of the hoist.',
    'I could not find any information about that in the provided sources.',
    "I'm sorry, but the context doesn't contain the answer.",
    'In den Dokumenten habe ich nichts dazu gefunden.',
    '资料中没有提到这一点。',
    'Hello!',
    'Sure, here it is:',
    'Here are the steps:',
    'Let me know if you need more details.',
    'Would you like to hear about the weir?',
    'It is so.',
    '',
  ])('no claim: %s', (answer) => {
    expect(claims(answer)).toEqual([])
  })

  test.each([
    'The wheel does not turn in winter.',
    'There are 4 gates:',
    'The keeper found no leak in the dam.',
    'I found nothing [1] but mud.',
  ])('a claim: %s', (answer) => {
    expect(claims(answer)).toHaveLength(1)
  })

  test('places are those of the answer, and markers belong to their sentence', () => {
    const answer = 'Intro:\n* It was **built** in 1889. [1][2]\n* It is high [3, 4].\n\n[5]'
    const [intro, built, high] = answerSentences(answer)
    expect([intro!.claim, answer.slice(built!.start, built!.end), built!.markers]).toEqual([
      false,
      'It was **built** in 1889. [1][2]',
      [1, 2],
    ])
    expect([high!.markers, answer.slice(high!.start, high!.end)]).toEqual([[3, 4, 5], 'It is high [3, 4].\n\n[5]'])
  })

  test.each([
    ['```\n'.repeat(5000), 0],
    ['\r'.repeat(50_000), 0],
    [`a${'\u2028'.repeat(49_000)}b`, 2],
    ['**'.repeat(20_000), 0],
    ['| '.repeat(20_000), 0],
    ['[1]'.repeat(10_000), 1],
    ['- '.repeat(20_000), 0],
  ])('hostile text is looked through once: %#', (text, sentences) => {
    expect(answerSentences(text)).toHaveLength(sentences)
  })
})

test('what the platform itself says of an unsure answer is no claim about the documents', () => {
  const sentences = answerSentences(`${NOT_SURE} The mill was built in 1849. [1]`)
  expect(sentences.filter(({ claim, markers }) => claim && markers.length === 0)).toEqual([])
})
