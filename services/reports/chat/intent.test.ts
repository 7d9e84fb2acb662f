import { expect, test } from 'vitest'
import { totalsExample } from '../stored/totals.ts'
import { groupingOf, intentOf } from './answer-unaided.ts'

test.each([
  'How much does the highest paid employee earn?',
  'Who has the lowest salary?',
  'What is the average salary?',
  'Wie viel verdient der bestbezahlte Mitarbeiter?',
  '¿Quién gana más?',
])('%s: no sum answers it, so it is told what can be asked', (question) => expect(intentOf(question)).toEqual({ kind: 'help' }))

test.each([
  ['How much is it per pool?', 'totals'],
  ['Wie hoch sind die Summen?', 'totals'],
  ['Compara con el trimestre anterior', 'compare'],
])('%s: %s', (question, kind) => expect(intentOf(question).kind).toBe(kind))

test.each([
  ['Totals by cost pool', 'pool', []],
  ['Totals by position', 'position', []],
  ['Summen je Stelle', 'position', []],
  ['Totales por hoja', 'sheet', []],
  ['How much is Direct Services?', 'pool', ['Direct Services']],
  ['How much do the speech therapists cost?', 'position', ['Speech Therapist']],
] as const)('%s: sums by %s', (question, by, names) => expect(groupingOf(question, totalsExample)).toEqual({ by, names }))
