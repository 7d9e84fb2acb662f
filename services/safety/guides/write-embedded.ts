import { sentencesOf } from '../../../kernel/text/sentences.ts'
import { stemsOf } from '../../../kernel/text/terms.ts'
import { type Draft, type DraftStep, type Phase, phases, type Role } from './guide.ts'
import { namedRoles } from './pick-roles.ts'
import type { AnnexElement } from './read-annex.ts'

/** Steps of one phase that a card has room for, in large type, and their characters together. */
export const MOST_STEPS = 7
export const MOST_CHARACTERS = 900

interface Step extends DraftStep {
  readonly element: number
  readonly order: number
  readonly weight: number
  /** It names roles, and none of those that the guide is for. */
  readonly forOthers: boolean
}

/** Roles of the guide, and those of the plan. */
export interface Audience {
  readonly roles: readonly Role[]
  readonly all: readonly Role[]
}

/** A guide in the annex's own sentences: its courses of action, phase by phase, in their order. Says how many there was no room for. */
export function writeEmbedded(elements: readonly AnnexElement[], audience: Audience): Draft {
  const steps = stepsByPhase(elements, audience)
  // Who is named in no step at all needs to know what the others do.
  const allAreFor = phases.every((phase) => steps[phase].every(({ forOthers }) => forOthers))
  const leftOut: Partial<Record<Phase, number>> = {}
  const chosen = phases.map((phase) => {
    const all = withoutRepeats(steps[phase]).filter(({ forOthers }) => allAreFor || !forOthers)
    const kept = fitting(all)
    leftOut[phase] = all.length - kept.length
    return [phase, kept.map(({ text, element }) => ({ text, element }))] as const
  })
  return { ...(Object.fromEntries(chosen) as Record<Phase, DraftStep[]>), leftOut }
}

function stepsByPhase(elements: readonly AnnexElement[], audience: Audience): Record<Phase, Step[]> {
  const texts = elements.filter(({ heading }) => !heading)
  const phased = texts.some(({ phase }) => phase !== undefined)
  const found: Record<Phase, Step[]> = { BEFORE: [], DURING: [], AFTER: [] }
  // What is done comes first; where a phase has nothing else, what is said of it otherwise.
  const ranks = [
    (e: AnnexElement) => e.part === 'action',
    (e: AnnexElement) => e.part === undefined,
    (e: AnnexElement) => e.part === 'goal',
  ]
  for (const phase of phases)
    for (const rank of ranks) {
      if (found[phase].length > 0) break
      for (const element of texts.filter(rank)) {
        if (phased && element.phase !== phase) continue
        found[phase].push(...stepsOf(element, audience).filter((step) => phased || cueOf(step.text) === phase))
      }
    }
  if (phases.every((phase) => found[phase].length === 0)) found.DURING.push(...texts.flatMap((element) => stepsOf(element, audience)))
  return found
}

function stepsOf(element: AnnexElement, audience: Audience): Step[] {
  const text = withoutLead(element.text)
  const lead = leadIn(element)
  return sentencesOf(text)
    .map(({ start, end }) => text.slice(start, end).replace(/^(?:[-–•*▪◦]|\(?\d{1,2}[.)]|☐|□)\s*/u, ''))
    .filter((sentence) => /\p{L}/u.test(sentence))
    .map((sentence, i) => {
      const whole = i === 0 && lead ? `${lead} ${lowered(sentence)}` : sentence
      return { text: ended(shortened(whole)), element: element.index, order: element.index * 1000 + i, ...weightOf(whole, audience) }
    })
}

/** "Before: teachers review …" and "Course of action 1.2: …" without what stands in front. */
const withoutLead = (text: string): string =>
  text.replace(
    /^(?:(?:before|during|after)\b[^.:]{0,40}|(?:course of action|action|step|task|goal|objective)s?\s*[\d.]*)\s*:\s+(?=\S)/i,
    '',
  )

/** "Teachers will:" above a list begins each of its items. */
function leadIn({ headings, tag }: AnnexElement): string | undefined {
  const last = headings.at(-1) ?? ''
  return tag === 'li' && /\b(?:will|shall|must|should|to|may)$/i.test(last) && last.length <= 60 ? last : undefined
}

/** What has no end for longer is no step; the rest stands in the annex. */
const LONGEST = 600
const shortened = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()}…`)
const lowered = (text: string): string => (/^\p{Lu}\p{Ll}/u.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text)
const ended = (text: string): string => (/[.!?:;…]$/.test(text) ? text.replace(/[:;]$/, '.') : `${text}.`)

function weightOf(text: string, { roles, all }: Audience): Pick<Step, 'weight' | 'forOthers'> {
  const named = namedRoles(text, all)
  const ours = roles.some(({ id }) => named.has(id))
  const forOthers = !ours && named.size > 0
  const vital = /\b(?:911|do not|don't|never|immediately|at once|call|lock|evacuate|shelter|drop|account)\b/i.test(text)
  return { forOthers, weight: (ours ? 2 : 0) + (vital ? 1 : 0) - (text.length > 220 ? 1 : 0) }
}

function withoutRepeats(steps: readonly Step[]): Step[] {
  const seen = new Set<string>()
  return steps.filter(({ text }) => {
    const key = stemsOf(text).join(' ')
    return !seen.has(key) && seen.add(key)
  })
}

/** The weightiest steps that a card has room for, in the annex's order; at least one. */
function fitting(steps: readonly Step[]): Step[] {
  const kept: Step[] = []
  let room = MOST_CHARACTERS
  for (const step of steps.toSorted((a, b) => b.weight - a.weight || a.order - b.order)) {
    if (kept.length === MOST_STEPS) break
    if (kept.length > 0 && step.text.length > room) continue
    kept.push(step)
    room -= step.text.length
  }
  return kept.sort((a, b) => a.order - b.order)
}

/** The phase that a sentence speaks of where no heading says it. */
function cueOf(text: string): Phase {
  if (
    /\b(?:prior to|in advance|annual(?:ly)?|each year|every (?:year|month|semester|week)|drills?|train(?:ing|ed|s)?|inspect(?:s|ed|ion)?|maintain(?:s|ed)?|practi[cs]es?|before (?:a|an|any|the))\b/i.test(
      text,
    )
  )
    return 'BEFORE'
  if (
    /\b(?:after (?:a|an|any|the)|once (?:it is|the)|all clear|debrief\w*|afterwards?|counsel(?:ing|ling|ors?)|re-?open\w*|reunif\w*|damage assessment)\b/i.test(
      text,
    )
  )
    return 'AFTER'
  return 'DURING'
}
