import fc from 'fast-check'
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

describe('wordings that people use', () => {
  const HTML =
    '<h2>Before</h2><ul><li>Nurses pack the kit.</li><li>Teachers post maps.</li></ul><h2>During</h2><ol><li>Call 911.</li><li>Lock doors.</li></ol><table><tr><td>4400</td></tr></table><h2>After</h2><p>Teachers take attendance &amp; report.</p>'
  it.each([
    ['change 4400 to 5500', '<td>5500</td>'],
    ['Change "4400" to 5500 please.', '<td>5500</td>'],
    ['Replace Teachers by Staff in the After section', '<p>Staff take'],
    ['Could you replace “Lock doors” with “Lock all doors”?', '<li>Lock all doors.</li>'],
    ["replace 'Nurses' with 'School nurses'", 'School nurses pack'],
    ['Say "Staff" instead of "Teachers"', '<li>Staff post maps.</li>'],
    ['Add a step "Turn off the lights." after "Lock doors."', '<li>Lock doors.</li><li>Turn off the lights.</li>'],
    ['Add a step after "Call 911.": "Stay calm."', '<li>Call 911.</li><li>Stay calm.</li>'],
    ['Insert "Stay calm." before step 2 in During', '<li>Stay calm.</li><li>Lock doors.</li>'],
    ['Add "Sit down." as the last step of During', '<li>Lock doors.</li><li>Sit down.</li>'],
    ['Add "Sit down." as the first step in During.', '<ol><li>Sit down.</li><li>Call'],
    ['Add a new step to During: Sit down', '<li>Sit down</li></ol>'],
    ['swap the two steps in During', '<ol><li>Lock doors.</li><li>Call 911.</li></ol>'],
    ['Swap "Call 911." and "Lock doors."', '<ol><li>Lock doors.</li><li>Call 911.</li></ol>'],
    ['Move "Lock doors." before "Call 911."', '<ol><li>Lock doors.</li><li>Call 911.</li></ol>'],
    ['Move step 2 of During to the top', '<ol><li>Lock doors.</li><li>Call 911.</li></ol>'],
    ['Move step 2 to the top of During', '<ol><li>Lock doors.</li><li>Call 911.</li></ol>'],
    ['Reorder During alphabetically', '<ol><li>Call 911.</li><li>Lock doors.</li></ol>'],
    ['Alphabetize the steps in Before', '<ul><li>Nurses'],
    ['Sort the items in Before alphabetically', '<ul><li>Nurses'],
    ['Remove all tables', '</ol><h2>After'],
    ['Delete the table', '</ol><h2>After'],
    ['Remove "Lock doors."', '<ol><li>Call 911.</li></ol>'],
    ['Delete the step "Call 911" in During', '<ol><li>Lock doors.</li></ol>'],
    ['Remove the last step from During', '<ol><li>Call 911.</li></ol>'],
    ['Make the steps in Before numbered', '<ol><li>Nurses'],
    ['Rename During to "During a fire"', '<h2>During a fire</h2>'],
    ['pls replace "Call 911" with "Dial 911"', '<li>Dial 911.</li>'],
    ['Hi, please update "4400" to "5500". Thanks!', '<td>5500</td>'],
    ['Replace "call" by "dial"', '<li>Dial 911.</li>'],
    ['In the During section, replace "doors" with "windows"', '<li>Lock windows.</li>'],
    ['Only in Before, replace "Teachers" with "Aides"', '<li>Aides post maps.</li>'],
    ['In "During", remove step 2. Thank you!', '<ol><li>Call 911.</li></ol>'],
    ['In the Before section, add "Charge radios."', '<li>Charge radios.</li></ul>'],
    ['In the section named Before, add a step: Check the exits.', '<li>Check the exits.</li></ul>'],
    ['At the beginning of During add "Breathe."', '<ol><li>Breathe.</li>'],
    ['Add "Breathe." as step 2 in During', '911.</li><li>Breathe.</li><li>Lock'],
    ['Add a third step to During: "Breathe."', '<li>Lock doors.</li><li>Breathe.</li></ol>'],
    ['Please add a new step after step 1 in During: "Breathe."', '911.</li><li>Breathe.</li><li>Lock'],
    ['Insert "Breathe." between steps 1 and 2 of During', '911.</li><li>Breathe.</li><li>Lock'],
    ['Add "Breathe." right after "Call 911."', '911.</li><li>Breathe.</li><li>Lock'],
    ['add new bullet "Charge radios." under Before', '<li>Charge radios.</li></ul>'],
    ['add new bullet "Charge radios." under "Before"', '<li>Charge radios.</li></ul>'],
    ['Add to the After section: Parents wait at the gym.', '</p><p>Parents wait at the gym.</p>'],
    ['Please could you add the sentence "Parents wait." at the end of After?', '</p><p>Parents wait.</p>'],
    ['Remove the step that says "Lock doors."', '<ol><li>Call 911.</li></ol>'],
    ['Remove item #1 from Before', '<ul><li>Teachers post maps.</li></ul>'],
    ['Delete bullets 1 and 2 in Before', '<ul></ul>'],
    ['Move the last step in During to the beginning, please', '<ol><li>Lock doors.</li><li>Call 911.</li></ol>'],
    ['Make step 2 the first step in During', '<ol><li>Lock doors.</li><li>Call 911.</li></ol>'],
    ['Reorder the steps in During: 2, 1', '<ol><li>Lock doors.</li><li>Call 911.</li></ol>'],
    ['Put the steps of Before in alphabetical order', '<ul><li>Nurses'],
    ['Sort Before A-Z', '<ul><li>Nurses'],
    ['Make the Before list a numbered list', '<ol><li>Nurses'],
    ['Convert the numbered list in During to bullets', '<ul><li>Call'],
    ['Change the heading "During" to "Response"', '<h2>Response</h2>'],
    ['Can you suggest roles and responsibilities for this annex?', '<strong>Teachers</strong>'],
    ['chnage "4400" to "5500"', undefined],
    ['Replace Teachers with Staff and Nurses with Medics', undefined],
    ['Change the phone number from 4400 to 5500.', undefined],
    ['Add a step: Check the exits in During', undefined],
    ['Add a step to Before: Check the exits, please number the list', undefined],
    ['Add a step to Before: Check the exits and remove step 2', undefined],
    ['Add a step to Before: Check the exits in the During section', undefined],
    ['Add two steps to During: "Breathe." and "Wait."', undefined],
    ['add step "Breathe." to During and number the list', undefined],
    ['Add Breathe to During', undefined],
    ['Remove everything except the During section', undefined],
    ['Suggest roles', '<strong>Teachers</strong>'],
    ['Suggest roles & responsibilities.', '<strong>Nurses</strong>'],
  ])('%s', (wish, has) => {
    const make = () =>
      applySplices(
        HTML,
        edit(HTML, wish, ['Teachers', 'Nurses']).flatMap(({ splices }) => splices),
      )
    if (has === undefined) expect(make).toThrow('language model')
    else expect(make()).toContain(has)
  })

  it('takes out steps that say the same twice', () => {
    expect(done('<ul><li>a</li><li>b</li><li>A</li></ul>', 'Remove duplicates')).toBe('<ul><li>a</li><li>b</li></ul>')
    expect(done('<ul><li>a</li><li>b</li><li>a</li></ul>', 'remove all duplicate steps')).toBe('<ul><li>a</li><li>b</li></ul>')
  })

  it('refuses a section or a step that could be one of several', () => {
    expect(() => edit('<h2>Before a</h2><p>x</p><h2>Before b</h2><p>y</p>', 'Remove the section Before')).toThrow('2 sections')
    expect(() => edit('<ul><li>a x</li><li>a y</li></ul>', 'Add a step "z" after "a"')).toThrow('2 steps')
  })
})

describe('an instruction is understood as a whole, or refused', () => {
  const HTML = '<h2>Before</h2><ul><li>Teachers x.</li><li>Teachers post maps.</li></ul><h2>After</h2><p>Teachers take attendance.</p>'
  const known = [
    'Replace Teachers by Staff',
    'Replace "Teachers" by "Staff"',
    'Rename Before to Early',
    'Add a step "Wait." to Before',
    'Add a step in Before: Wait for help',
    'Remove the section After',
    'Remove step 1 in Before',
    'Swap steps 1 and 2 in Before',
    'Move step 2 before step 1 in Before',
    'Sort the steps in Before',
    'Number the steps in Before',
  ]
  const tails = [
    ' but do not change the After section',
    ', except in the After section',
    ' without touching After',
    ' only in the first sentence',
    '. Leave After as it is',
    '; keep the table',
    ' and then make it shorter',
    ', then translate it',
    ' unless it is a heading',
    ' (not in After)',
    ". Don't touch numbers",
    ' also improve the rest',
  ]
  it.each(known.flatMap((wish) => tails.map((tail) => [`${wish}${tail}`])))('%s', (wish) => {
    expect(() => edit(HTML, wish)).toThrow(/language model|no section named|stands? in the section|No step/)
  })

  it('whatever words stand behind it, none of them gets into the text', () => {
    const word = fc.stringMatching(/^[a-z]{4,9}qq$/)
    const tail = fc.tuple(fc.constantFrom(' ', ', ', '. ', '; ', ' and ', ' - '), fc.array(word, { minLength: 1, maxLength: 6 }))
    fc.assert(
      fc.property(fc.constantFrom(...known.filter((wish) => !wish.includes(':'))), tail, (wish, [glue, more]) => {
        let after = HTML
        try {
          after = done(HTML, `${wish}${glue}${more.join(' ')}`)
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^(needs_model|not_found_in_field)$/) })
        }
        expect(after).not.toContain('qq')
      }),
      { numRuns: 300 },
    )
  })

  it('says what would work, near to what was asked', () => {
    expect(() => edit(HTML, 'Hi, pls chnage the gate to B')).toThrow('Replace "Gate A" by "Gate B"')
    expect(() => edit(HTML, 'Add something nice')).toThrow('Add a step "Turn off the lights." after "Lock doors."')
    expect(() => edit(HTML, `Replace a by ${'a by '.repeat(4000)}b`)).toThrow('Replace "Teachers" by "Staff"')
  })
})

describe('what it cannot do it says', () => {
  const HTML = '<h2>Before</h2><p>Lock <b>the</b> doors.</p><ul><li>a</li></ul><h2>After</h2><ul><li>b</li></ul>'
  it.each([
    ['Make it friendlier', 'needs_model', 'language model'],
    ['Translate it into Spanish', 'needs_model', 'language model'],
    ['Replace "windows" by "doors"', 'not_found_in_field', '"windows" does not stand'],
    ['Replace "Lock the doors" by "x"', 'not_found_in_field', 'across bold'],
    ['Replace "window" by "doors"', 'not_found_in_field', '"window" does not stand'],
    ['Replace "door" by "gate"', 'not_found_in_field', 'only as a part of "doors"'],
    ['Insert "x" between steps 1 and 1 of Before', 'not_found_in_field', 'do not stand one behind the other'],
    ['Reorder the steps in Before: 1, 1', 'not_found_in_field', 'each of their numbers once'],
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
  const html = '<p onclick=x>one</p><p  id=a>two</p><p onclick=x>four<img src=x onerror=x></p><script>x</script>'
  expect(done(html, 'Replace "two" by "three"')).toBe('<p>one</p><p  id=a>three</p><p>four<img src="x"></p>')
  expect(edit(html, 'Replace "two" by "three"').map(({ kind }) => kind)).toEqual(['cleaned', 'changed', 'cleaned', 'cleaned'])
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

describe('an edit of a long field', () => {
  it('is one change where it has more places than anybody looks at', () => {
    const html = `<p>${'a '.repeat(1_001)}</p>`
    const [change, ...others] = edit(html, 'Replace "a" by "b".')
    expect(others).toEqual([])
    expect(change).toMatchObject({ kind: 'changed', splices: [{ start: 3, end: 2_004 }] })
    expect(done(html, 'Replace "a" by "b".')).toBe(html.replaceAll('a', 'b'))
    expect(edit(`<p>${'a '.repeat(1_000)}</p>`, 'Replace "a" by "b".')).toHaveLength(1_000)
    const armed = `<script>x</script>${'<p>a</p>'.repeat(1_100)}`
    expect(edit(armed, 'Replace "a" by "b".')).toHaveLength(1)
    expect(done(armed, 'Replace "a" by "b".')).toBe('<p>b</p>'.repeat(1_100))
  })

  it('is refused where the field would become longer than one may be', () => {
    const wish = `Replace "a" by "${'b'.repeat(10_000)}".`
    expect(() => edit(`<p>${'a '.repeat(10_000)}</p>`, wish)).toThrow(expect.objectContaining({ code: 'too_long' }))
  })

  it('repeats no endless sentence for each role', () => {
    const roles = Array.from({ length: 500 }, (_, i) => `Role ${i} x`)
    const named = `<p>${roles.join(', ')} pack.</p>`
    expect(() => edit(named, '', roles, true)).toThrow('in a sentence of the field')
    expect(edit(`${named}<p>Role 7 x packs.</p>`, '', roles, true)).toMatchObject([{ after: expect.stringMatching(/^<h2>.{1,200}$/) }])
  })
})
