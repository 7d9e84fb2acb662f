import { expect, test } from 'vitest'
import { isLanguage } from './is-language.ts'

/** A sign beyond Latin letters: with it the patterns are asked, without it the characters are counted. */
const BEYOND = ' \u2212 '

const prose = 'Größe and naïveté — “quotes”, e.g. ‘œuvre’ or Ærø, in 1999: a fair part of words.\u00a0 '.repeat(9)
const apart = [...'thewordsstandapartandareread'].map((c) => `${c} `).join('')

test.each([
  ['prose', prose, true],
  ['letters that stand apart', apart.repeat(3), false],
  [
    'letters of another alphabet that stand apart',
    [...'þéöřßąçñłžåêîûðęś']
      .map((c) => `${c}\u2028`)
      .join('')
      .repeat(4),
    false,
  ],
  ['letters that stand for others', 'Xkfg lrp qtvbn dfsgh jkl mnbvc xzlkj hgfds pqrtw. '.repeat(9), false],
  ['few marks of a form', 'x '.repeat(40), true],
  ['a little', 'Xkfg lrp', true],
  ['nothing', '', true],
])('%s: %#', (_, text, expected) => {
  expect([isLanguage(text), isLanguage(text + BEYOND)]).toEqual([expected, expected])
})

test('characters without a meaning are none', () => {
  expect(isLanguage('\ue001\ue002 \ufffd\u0001'.repeat(20))).toBe(false)
})
