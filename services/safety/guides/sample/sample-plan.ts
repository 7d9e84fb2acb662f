import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { nameId } from '../../../../kernel/runtime/ids.ts'

const phase = z.object({ goal: z.string(), objectives: z.array(z.string()), actions: z.array(z.string()) })
const fileSchema = z.object({
  name: z.string(),
  organization: z.string(),
  roles: z.array(z.string()),
  annexes: z.array(
    z.object({ name: z.string(), type: z.enum(['FUNCTIONAL', 'HAZARD']), purpose: z.string(), before: phase, during: phase, after: phase }),
  ),
})
type Written = z.output<typeof fileSchema>['annexes'][number]

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const TITLES = { before: 'Before', during: 'During', after: 'After' } as const

/** The plan of a school that does not exist, as the plan store takes it: made anew from plan.yaml, with the same ids each time. */
export function samplePlan() {
  const plan = fileSchema.parse(parse(readFileSync(new URL('plan.yaml', import.meta.url), 'utf8')))
  const idOf = (...parts: string[]) => nameId('sample-plan', plan.name, ...parts)
  return {
    id: idOf(),
    organizationId: idOf('organization', plan.organization),
    name: plan.name,
    annexes: plan.annexes.map((annex) => ({ id: idOf('annex', annex.name), name: annex.name, type: annex.type, html: htmlOf(annex) })),
    generalUserTags: plan.roles.map((name) => ({ id: idOf('role', name), name })),
  }
}

function htmlOf(annex: Written): string {
  const phases = (['before', 'during', 'after'] as const).map((name, i) => {
    const { goal, objectives, actions } = annex[name]
    const goals = objectives.map((text, k) => `<p><strong>Objective ${i + 1}.${k + 1}:</strong> ${escaped(text)}</p>`)
    const steps = actions.map((text) => `<li>${escaped(text)}</li>`)
    return [
      `<h2>${TITLES[name]}</h2>`,
      `<p><strong>Goal ${i + 1}:</strong> ${escaped(goal)}</p>`,
      ...goals,
      '<h3>Courses of action</h3>',
      `<ol>\n${steps.join('\n')}\n</ol>`,
    ].join('\n')
  })
  return [`<h2>Purpose</h2>`, `<p>${escaped(annex.purpose)}</p>`, ...phases].join('\n')
}
