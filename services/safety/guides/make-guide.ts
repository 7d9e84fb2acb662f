import { sentencesOf } from '../../../kernel/text/sentences.ts'
import type { Classification } from './classify.ts'
import { type Annex, type Block, type Draft, type DraftStep, type Guide, type Phase, phases, type Role, type Sentence } from './guide.ts'
import type { AnnexElement } from './read-annex.ts'
import { tracer } from './trace.ts'

const LONGEST_NAME = 200
const LONGEST_QUOTE = 400

/** Everything of a guide that is nobody's to write: it follows from the plan and from what was asked. */
export interface GuideFacts {
  readonly organizationId: string
  readonly annex: Annex
  readonly classification: Classification
  readonly roles: readonly Role[]
  /** Roles of the whole plan. */
  readonly allRoles: readonly Role[]
  readonly management: Guide['generalUserTagManagementType']
  readonly writer: Guide['writer']
}

/** A guide of a draft: each of its sentences with the element of the annex that says it, or none; its HTML made of plain text alone. */
export function makeGuide(facts: GuideFacts, elements: readonly AnnexElement[], draft: Draft): Guide {
  const { annex, classification, roles, allRoles } = facts
  const trace = tracer(
    elements.map(({ text, headings }) => ({ text, headings: [annex.name, ...headings] })),
    allRoles.map(({ name }) => name),
  )
  const contentBlocks = phases.flatMap((phase) => blockOf(phase, draft, elements, trace))
  return {
    name: nameOf(annex.name, classification),
    organizationId: facts.organizationId,
    ...classification,
    generalUserTagManagementType: facts.management,
    generalUserTagIds: roles.map(({ id }) => id),
    roles: roles.map(({ name }) => name),
    contentBlocks,
    annexId: annex.id,
    writer: facts.writer,
    untraced: contentBlocks.flatMap(({ sentences }) => sentences).filter(({ source }) => source === null).length,
  }
}

const nameOf = (name: string, { functionality, hazard }: Classification): string =>
  wholeStart(name.replace(/\s+/g, ' ').trim()) || (functionality ?? hazard ?? '')

/** As much of a name as a guide may have, without half a character at its end. */
const wholeStart = (name: string): string => name.slice(0, LONGEST_NAME).replace(/\p{Cs}$/u, '')

function blockOf(phase: Phase, draft: Draft, elements: readonly AnnexElement[], trace: (sentence: string) => number | undefined): Block[] {
  const steps = draft[phase].map((step) => sentencesIn(step, elements, trace)).filter((sentences) => sentences.length > 0)
  if (steps.length === 0) return []
  const items = steps.map((sentences) => `<li>${escaped(sentences.map(({ text }) => text).join(' '))}</li>`)
  return [{ type: phase, content: `<ul>${items.join('')}</ul>`, sentences: steps.flat(), left_out: draft.leftOut?.[phase] ?? 0 }]
}

function sentencesIn(step: DraftStep, elements: readonly AnnexElement[], trace: (sentence: string) => number | undefined): Sentence[] {
  const text = step.text.replace(/\s+/g, ' ').trim()
  return sentencesOf(text).map(({ start, end }) => {
    const sentence = text.slice(start, end)
    return { text: sentence, source: sourceOf(elements[step.element ?? trace(sentence) ?? -1]) }
  })
}

const sourceOf = (element: AnnexElement | undefined): Sentence['source'] =>
  element
    ? { element: element.index, start: element.start, end: element.end, quote: element.text.slice(0, LONGEST_QUOTE).toWellFormed() }
    : null

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
