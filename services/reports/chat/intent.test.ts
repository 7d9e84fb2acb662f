import { expect, test } from 'vitest'
import { totalsExample } from '../stored/totals.ts'
import { groupingOf, intentOf } from './answer-unaided.ts'
import { languageOf } from './phrases.ts'

test.each([
  'How much does the highest paid employee earn?',
  'Who has the lowest salary?',
  'What is the average salary?',
  'Wie viel verdient der bestbezahlte Mitarbeiter?',
  '¿Quién gana más?',
  'What is in row 12?',
  "What's in column E?",
  'What does cell E12 say?',
  'Explain the error in row 12',
  'Total salary of K-7-3',
  'sum of 2 and 2',
  'Was steht in Zeile 12?',
  'Wie viele Pflegekräfte gibt es?',
  '¿Qué hay en la fila 12?',
  '¿Cuántos empleados hay?',
])('%s: no sum answers it, so it is told what can be asked', (question) => expect(intentOf(question)).toEqual({ kind: 'help' }))

test.each([
  ['How much is it per pool?', 'totals'],
  ['Wie hoch sind die Summen?', 'totals'],
  ['Compara con el trimestre anterior', 'compare'],
  ['Which quarter was the dearest?', 'compare'],
  ['What quarter is this report for?', 'summary'],
  ['Which rows have errors?', 'list'],
  ['Wie viele Fehler gibt es?', 'list'],
  ['¿Cuántos errores hay?', 'list'],
  ['Explain finding 3 in row 12', 'explain'],
])('%s: %s', (question, kind) => expect(intentOf(question).kind).toBe(kind))

test.each([
  ['Totals by cost pool', 'pool', []],
  ['Totals by position', 'position', []],
  ['Summen je Stelle', 'position', []],
  ['Totales por hoja', 'sheet', []],
  ['How much is Direct Services?', 'pool', ['Direct Services']],
  ['How much do the speech therapists cost?', 'position', ['Speech Therapist']],
] as const)('%s: sums by %s', (question, by, names) => expect(groupingOf(question, totalsExample)).toEqual({ by, names }))

test.each([
  ['Was steht in Zeile 12?', 'de'],
  ['¿Cuánto gana Ivy Park?', 'es'],
  ['When was it uploaded?', 'en'],
] as const)('%s is answered in its language', (question, language) => expect(languageOf(question)).toBe(language))
