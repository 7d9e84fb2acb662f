import { expect, test } from 'vitest'
import { type StoredFinding, storedFindingSchema } from '../stored/finding.ts'
import { type Language, languageIn, languages, moneyIn } from '../stored/language.ts'
import { faultCodes, type Says } from '../stored/says.ts'
import { askedLanguage } from './asked-language.ts'
import { tellFinding } from './tell-findings.ts'

const stored = (says?: Says, over: Partial<StoredFinding> = {}): StoredFinding => ({
  ...{ id: 'F1', rule: 'negative_amount', severity: 'error', sheet: 'Costs', row: 7, column: 'Salary', cell: 'E7', value: -5 },
  ...(says && { says }),
  ...over,
})
const all: readonly Says[] = [
  { key: 'missing', field: 'benefits', who: null },
  { key: 'no_column', field: 'pool' },
  ...faultCodes.map((why): Says => ({ key: 'malformed', field: 'salary', shown: 'n/a', why })),
  { key: 'negative', field: 'salary', value: -772_977.41 },
  { key: 'duplicate', id: 'K-1', row: 4, sheet: 'A', period: '2026-Q1' },
  { key: 'total', field: 'benefits', value: 1000, sum: 900.5 },
  { key: 'share', share: 50, most: 1 },
  { key: 'share', share: 1.0001, most: 1 },
  { key: 'ratio', ratio: 0.625, min: 0.05, max: 0.6 },
  { key: 'ratio', ratio: 0.04999, min: 0.05, max: 0.6 },
  { key: 'ratio', ratio: null, min: 0.05, max: 0.6 },
  { key: 'no_pool', position: 'Nurse', usual: 'Direct' },
  { key: 'change', field: 'salary', before: 100, now: 40, change: -0.6 },
  { key: 'change', field: 'salary', before: 0, now: 40, change: null },
  { key: 'outlier', field: 'salary', value: 1, position: 'Nurse', of: 1200, median: 2, score: -4.25 },
]
const ENGLISH = /\b(?:the|is|are|enter|of|check|against|than)\b/i

test.each(all.map((says) => [says.key, says] as const))('%s is told in each language with the same figures', (_, says) => {
  const told = languages.map((language) => tellFinding(stored(says), language))
  expect(new Set(told.map(({ message }) => message)).size).toBe(3)
  for (const { message, suggestion, title, explanation } of told.slice(1))
    for (const text of [message, suggestion, title, explanation]) expect(text).not.toMatch(ENGLISH)
  const digits = ({ message }: { message: string }) => [...message.replaceAll(/\D/g, '')].toSorted().join('')
  expect(told.map(digits)).toEqual(told.map(() => digits(told[0]!)))
  expect(JSON.stringify(told)).not.toContain('"says"')
  expect(storedFindingSchema.parse(JSON.parse(JSON.stringify(stored(says))))).toEqual(stored(says))
})

test.each([
  ['en', 'The salary is negative: -$772,977.41.'],
  ['de', 'Das Gehalt ist negativ: -772.977,41 $.'],
  ['es', 'El salario es negativo: -$772,977.41.'],
] as const)('%s: an amount has one form', (language, message) => {
  const { message: told } = tellFinding(stored({ key: 'negative', field: 'salary', value: -772_977.41 }), language)
  expect(told.replaceAll('\u00a0', ' ')).toBe(message)
  expect(told).toContain(moneyIn(language, -772_977.41))
})

test.each([
  [1.0001, 'The federal share is 100.01 %, more than 100 %.'],
  [1.125, 'The federal share is 112.5 %, more than 100 %.'],
])('a part of %d is told from the bound that it is beyond', (share, message) => {
  expect(tellFinding(stored({ key: 'share', share, most: 1 }), 'en').message).toBe(message)
})

test('a finding that was kept with its words keeps them, under the rule’s title in the language', () => {
  const old = stored(undefined, { message: 'The salary is negative: -$5.00.', suggestion: 'Enter it.' })
  expect(tellFinding(old, 'de')).toMatchObject({ title: 'Negativer Betrag', message: old.message, suggestion: old.suggestion })
})

test.each([
  [{ lang: 'de-AT' }, 'es', 'de'],
  [{ lang: 'fr' }, 'de', 'en'],
  [{}, 'fr-FR, es;q=0.8, en;q=0.5', 'es'],
  [{}, '*', 'en'],
  [{}, undefined, 'en'],
] as const)('lang %o and Accept-Language %s: %s', (query, header, language: Language) => {
  expect(askedLanguage({ query, headers: header === undefined ? {} : { 'accept-language': header } })).toBe(language)
})

test('nothing is below nothing, and a tag is read by its first part', () => {
  expect(moneyIn('en', -0.001)).toBe('$0.00')
  expect(languageIn('DE')).toBe('de')
})
