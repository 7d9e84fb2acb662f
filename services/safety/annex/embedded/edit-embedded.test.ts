import { describe, expect, it } from 'vitest'
import { applySplices } from '../../html/changes.ts'
import { outsideOf, readCases } from './cases/read-cases.ts'
import { editEmbedded } from './edit-embedded.ts'

const cases = readCases().filter(({ model }) => !model)
const edit = (html: string, instruction: string, roles: readonly string[] = [], suggestsRoles = false) =>
  editEmbedded(html, { instruction, roles, suggestsRoles })
const done = (html: string, instruction: string) =>
  applySplices(
    html,
    edit(html, instruction).flatMap(({ splices }) => splices),
  )

it('there are enough cases to say something', () => {
  expect(cases.length).toBeGreaterThanOrEqual(60)
})

it.each(cases.map((one) => [one.wish, one.field, one] as const))('%s (%s)', (_wish, _field, one) => {
  const changes = edit(one.html, one.wish)
  expect(outsideOf(one, changes)).toBeUndefined()
  const html = applySplices(
    one.html,
    changes.flatMap(({ splices }) => splices),
  )
  expect(html).not.toBe(one.html)
  if (one.has !== undefined) expect(html).toContain(one.has)
  if (one.hasNot !== undefined) expect(html).not.toContain(one.hasNot)
})

describe('what it cannot do it says', () => {
  const HTML = '<h2>Before</h2><p>Lock <b>the</b> doors.</p><ul><li>a</li></ul><h2>After</h2><ul><li>b</li></ul>'
  it.each([
    ['Make it friendlier', 'needs_model', 'language model'],
    ['Translate it into Spanish', 'needs_model', 'language model'],
    ['Replace "windows" by "doors"', 'not_found_in_field', '"windows" does not stand'],
    ['Replace "Lock the doors" by "x"', 'not_found_in_field', 'across bold'],
    ['Remove the section During', 'not_found_in_field', 'no section named "During"'],
    ['Add a step "x"', 'not_found_in_field', '2 lists'],
    ['Remove step 7 in Before', 'not_found_in_field', 'there are 1'],
  ])('%s', (wish, code, words) => {
    expect(() => edit(HTML, wish)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(words) }))
  })
})

it('what holds together is one change, replaced words are one each', () => {
  expect(edit('<ul><li>a</li></ul>', 'Number the list')).toMatchObject([
    { kind: 'changed', before: '<ul><li>a</li></ul>'.slice(1, -1).replace('ul', 'ul') },
  ])
  expect(edit('<p>a b a</p>', 'Replace "a" by "c"')).toHaveLength(2)
})

it('takes out what runs, also where the edit is elsewhere', () => {
  expect(done('<p onclick=x>one</p><p  id=a>two</p><script>x</script>', 'Replace "two" by "three"')).toBe('<p>one</p><p  id=a>three</p>')
})

it('suggests roles that the field names, in the place of the section that is there', () => {
  const html = '<h3>During</h3><p>Teachers lead. A nurse helps. Teachers count.</p>'
  const suggest = (base: string) =>
    applySplices(
      base,
      edit(base, '', ['Teachers', 'Nurses', 'Drivers'], true).flatMap(({ splices }) => splices),
    )
  const once = suggest(html)
  expect(once).toBe(
    `${html}<h3>Roles and responsibilities</h3><ul><li><strong>Teachers</strong>: Teachers lead. Teachers count.</li><li><strong>Nurses</strong>: A nurse helps.</li></ul>`,
  )
  expect(suggest(once)).toBe(once)
  expect(() => edit(html, '', ['Drivers'], true)).toThrow('None of the roles')
  expect(() => edit(html, '', [], true)).toThrow('names no roles')
})
