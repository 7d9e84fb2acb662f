import { expect, test } from 'vitest'
import { intentOf } from './answer-unaided.ts'

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
