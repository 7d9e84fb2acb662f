import { expect, test } from 'vitest'
import { classify, labelOf } from './classify.ts'

test.each([
  ['Evacuation', 'EVACUATION'],
  ['Evacuation Annex', 'EVACUATION'],
  ['Annex B: Shelter-in-Place', 'SHELTER_IN_PLACE'],
  ['3. Active Shooter', 'ACTIVE_SHOOTER'],
  ['Functional Annex 4 – Continuity of Operations (COOP) Plan', 'CONTINUITY_OF_OPERATIONS_COOP'],
  ['Übung für Größe', 'UBUNG_FUR_GROSSE'],
  ['Accounting for All Persons Annex', 'ACCOUNTING_FOR_ALL_PERSONS'],
  ['9/11 remembrance', 'REMEMBRANCE'],
  ['Annex', 'ANNEX'],
  ['避難', undefined],
  ['<script>', 'SCRIPT'],
  ['a'.repeat(300), 'A'.repeat(60)],
])('%s is %s', (name, label) => {
  expect(labelOf(name)).toBe(label)
  if (label) expect(label).toMatch(/^[A-Z][A-Z0-9_]*$/)
})

test('the type of an annex says whether it is a function or a hazard; a name without Latin letters gets its number', () => {
  expect(classify({ name: 'Fire', type: 'HAZARD' }, 0)).toEqual({ type: 'EMERGENCY', functionality: null, hazard: 'FIRE' })
  expect(classify({ name: '避難', type: 'FUNCTIONAL' }, 2)).toEqual({ type: 'FUNCTIONAL', functionality: 'FUNCTION_3', hazard: null })
})
