import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { readAnnex } from '../read-annex.ts'
import { tracer } from '../trace.ts'
import { samplePlan } from './sample-plan.ts'

const half = z.record(z.string(), z.object({ true: z.array(z.string()), invented: z.array(z.string()) }))
const fileSchema = z.object({ known: half, held_out: half })

/** How the tracing judges the sentences of sentences.yaml: how many there are of each kind, and which ones it got wrong. */
export function judgeSentences(which: 'known' | 'held_out') {
  const cases = fileSchema.parse(parse(readFileSync(new URL('sentences.yaml', import.meta.url), 'utf8')))
  const { annexes, generalUserTags } = samplePlan()
  const counts = { true: 0, invented: 0 }
  const wrong: Record<'true' | 'invented', string[]> = { true: [], invented: [] }
  for (const [name, sentences] of Object.entries(cases[which])) {
    const annex = annexes.find((a) => a.name === name)
    if (!annex) throw new Error(`the sample plan has no annex ${name}`)
    const trace = tracer(
      readAnnex(annex.html),
      generalUserTags.map((tag) => tag.name),
    )
    for (const kind of ['true', 'invented'] as const)
      for (const sentence of sentences[kind]) {
        counts[kind]++
        if ((trace(sentence) !== undefined) !== (kind === 'true')) wrong[kind].push(`${name}: ${sentence}`)
      }
  }
  return { counts, wrong }
}
