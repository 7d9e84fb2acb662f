import { expect, test } from 'vitest'
import { namedRoles, pickRoles } from './pick-roles.ts'

const roles = ['Principal', 'Assistant Principal', 'Teachers', 'Substitute Teachers', 'School Nurse', 'Front Office Staff', 'Staff'].map(
  (name) => ({ id: name, name }),
)

test.each([
  ['The Assistant Principal writes a plan.', ['Assistant Principal']],
  ['The principal and a teacher meet the assistant principal.', ['Principal', 'Assistant Principal', 'Teachers']],
  ['Substitute teachers get a key.', ['Substitute Teachers']],
  ['The nurse brings the kit; the front office calls.', ['School Nurse', 'Front Office Staff']],
  ['All staff are trained.', ['Staff']],
  ['Nobody.', []],
])('%s', (text, named) => {
  expect([...namedRoles(text, roles)].sort()).toEqual([...named].sort())
})

test('of the roles that were asked for, those that are named; all of them where none is', () => {
  const asked = roles.slice(0, 2)
  expect(pickRoles('The Assistant Principal calls.', asked, roles)).toEqual([roles[1]])
  expect(pickRoles('Teachers call.', asked, roles)).toEqual(asked)
})
