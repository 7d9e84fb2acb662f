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
