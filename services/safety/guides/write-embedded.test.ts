import { describe, expect, it } from 'vitest'
import { phases } from './guide.ts'
import { readAnnex } from './read-annex.ts'
import { samplePlan } from './sample/sample-plan.ts'
import { MOST_STEPS, writeEmbedded } from './write-embedded.ts'

const plan = samplePlan()
const roles = plan.generalUserTags
const draftOf = (html: string) => writeEmbedded(readAnnex(html), { roles, all: roles })
const texts = (html: string) => phases.map((phase) => draftOf(html)[phase].map(({ text }) => text))

describe('the embedded writer', () => {
  it('takes the courses of action, not the goals, phase by phase', () => {
    const fire = plan.annexes.find(({ name }) => name === 'Fire Annex')!
    const draft = writeEmbedded(readAnnex(fire.html), { roles, all: roles })
    expect(draft.DURING.map(({ text }) => text)).toContain('Stay low where there is smoke.')
    expect(draft.BEFORE[0]?.text).toMatch(/^Custodians test one fire alarm/)
    for (const phase of phases) {
      expect(draft[phase].length).toBeGreaterThan(0)
      expect(draft[phase].length).toBeLessThanOrEqual(MOST_STEPS)
      for (const { text } of draft[phase]) expect(fire.html).toContain(text)
    }
    const many = Array.from({ length: MOST_STEPS + 3 }, (_, i) => `<li>Close door ${i}.</li>`)
    expect(draftOf(`<h2>During</h2><ol>${many.join('')}</ol>`).leftOut?.DURING).toBe(3)
  })

  it('joins what leads a list in with its items, and takes numbers and labels off', () => {
    expect(
      texts('<h2>During</h2><p>Teachers will:</p><ul><li>Lock the door</li><li>2. Count students;</li></ul><p>Action 1.2: Call 911.</p>'),
    ).toEqual([[], ['Teachers will lock the door.', 'Teachers will count students.', 'Call 911.'], []])
  })

  it('leaves out what others do, where it is written for some roles', () => {
    const nurse = roles.filter(({ name }) => name === 'School Nurse')
    const fire = readAnnex(plan.annexes.find(({ name }) => name === 'Fire Annex')!.html)
    const { AFTER, DURING } = writeEmbedded(fire, { roles: nurse, all: roles })
    expect(AFTER.map(({ text }) => text)).toEqual([
      'Nobody goes inside before the fire chief has released the building.',
      'The School Nurse sends anyone who breathed smoke to a doctor.',
    ])
    expect(DURING.some(({ text }) => /^(?:Teachers|The Principal)/.test(text))).toBe(false)
    const only = readAnnex('<h2>During</h2><p>Teachers leave.</p>')
    expect(writeEmbedded(only, { roles: nurse, all: roles }).DURING).toEqual([{ text: 'Teachers leave.', element: 1 }])
  })

  it('goes by the words of a sentence where no heading names a phase', () => {
    expect(texts('<p>Hold drills each month. Leave at once. Debrief with the team.</p>')).toEqual([
      ['Hold drills each month.'],
      ['Leave at once.'],
      ['Debrief with the team.'],
    ])
  })

  it('takes out of prose what people do, each in its phase, and leaves what only tells of the plan', () => {
    const prose =
      '<p>Revised in May. This annex supersedes all others.</p><h2>Purpose</h2><p>The purpose of this annex is to keep everyone safe.</p><h2>Concept of operations</h2>' +
      '<p>Any threat is taken seriously. Most of them turn out to be hoaxes. The office tests the radio each month. When a warning is issued, teachers lead students to the hallway. After the alarm sounds nobody opens a window. What makes it work? Patience. After the emergency teachers take attendance. The nurse sets up first aid in the gym. If the storm turns back, staff return to the hallway.</p>' +
      '<p>Click here for more.</p>'
    expect(texts(prose)).toEqual([
      ['The office tests the radio each month.'],
      [
        'Any threat is taken seriously.',
        'When a warning is issued, teachers lead students to the hallway.',
        'After the alarm sounds nobody opens a window.',
        'If the storm turns back, staff return to the hallway.',
      ],
      ['After the emergency teachers take attendance.', 'The nurse sets up first aid in the gym.'],
    ])
  })

  it('says who: in front of the items of a list and the cells of a row', () => {
    expect(
      texts(
        '<h2>During</h2><ul><li>Teachers<ul><li>stay with their class</li><li>mark each release</li></ul></li><li>Call 911.</li></ul><p>Staff do the following:</p><ol><li>Lock the door.</li></ol>' +
          '<table><tr><th>Who</th><th>What</th></tr><tr><td>Custodian</td><td>Shuts off the gas.</td></tr></table>',
      )[1],
    ).toEqual([
      'Teachers: stay with their class.',
      'Teachers: mark each release.',
      'Call 911.',
      'Staff: Lock the door.',
      'Custodian: Shuts off the gas.',
    ])
  })

  it('makes nothing of nothing', () => {
    expect(texts('<p> </p><h2>Before</h2>')).toEqual([[], [], []])
  })
})
