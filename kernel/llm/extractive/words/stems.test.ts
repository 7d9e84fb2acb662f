import { expect, test } from 'vitest'
import { searchedFor, termOf } from './stems.ts'
import { foreignLanguage } from './translations.ts'

test('a stem that no index knows is searched for by its words', () => {
  expect(searchedFor(termOf('founded'))).toBe('founded founder')
  expect(searchedFor(termOf('imported'))).toBe('import')
  expect(termOf('import')).not.toBe(termOf('important'))
  expect(searchedFor('mill')).toBe('mill')
})

test('a long question is of the language of its small words', () => {
  expect(foreignLanguage('Wie lange muss das Bier nach dem Abfüllen stehen, bis man es trinken kann?')).toBe('de')
  expect(foreignLanguage('Combien de visiteurs en octobre 2024 ?')).toBe('fr')
  expect(foreignLanguage('How long must the beer stand before one can drink it?')).toBeUndefined()
})
