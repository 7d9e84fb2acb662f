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
    expect(draft.leftOut?.DURING).toBeGreaterThan(0)
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

  it('makes nothing of nothing', () => {
    expect(texts('<p> </p><h2>Before</h2>')).toEqual([[], [], []])
  })
})
