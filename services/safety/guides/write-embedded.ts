import { sentencesOf } from '../../../kernel/text/sentences.ts'
import { stemsOf } from '../../../kernel/text/terms.ts'
import { type Draft, type DraftStep, type Phase, phases, type Role } from './guide.ts'
import { namedRoles } from './pick-roles.ts'
import type { AnnexElement } from './read-annex.ts'
import { asksForSomething, cuesOf } from './sentence-cues.ts'

/** Steps of one phase that a card has room for, in large type, and their characters together. */
export const MOST_STEPS = 9
export const MOST_CHARACTERS = 900

interface Step extends DraftStep {
  readonly element: number
  readonly order: number
  readonly weight: number
  /** It names roles, and none of those that the guide is for. */
  readonly forOthers: boolean
  /** It asks nothing of anybody. */
  readonly idle: boolean
  /** It without what leads it in. */
  readonly said: string
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
        const steps = stepsOf(element, audience)
        const cues = phased ? [] : cuesOf(steps.map(({ said }) => said))
        found[phase].push(
          ...steps.filter(({ idle }, i) => (phased || cues[i] === phase) && !(idle && !(phased && element.part === 'action'))),
        )
      }
    }
  if (phases.every((phase) => found[phase].length === 0)) {
    const steps = texts.flatMap((element) => stepsOf(element, audience))
    const some = steps.filter(({ idle }) => !idle)
    found.DURING.push(...(some.length > 0 ? some : steps))
  }
  return found
}

function stepsOf(element: AnnexElement, audience: Audience): Step[] {
  const text = withoutLead(element.text)
  const lead = leadIn(element)
  return sentencesOf(text)
    .map(({ start, end }) => text.slice(start, end).replace(/^(?:[-–•*▪◦]|\(?\d{1,2}[.)]|☐|□)\s*/u, ''))
    .filter((sentence) => /\p{L}/u.test(sentence))
    .map((sentence, i) => {
      const whole = i === 0 && lead ? joined(lead, sentence) : sentence
      return {
        text: ended(shortened(whole)),
        said: sentence,
        element: element.index,
        order: element.index * 1000 + i,
        ...weightOf(whole, audience),
      }
    })
}

/** "Before: teachers review …" and "Course of action 1.2: …" without what stands in front. */
const withoutLead = (text: string): string =>
  text.replace(
    /^(?:(?:before|during|after)\b[^.:]{0,40}|(?:course of action|action|step|task|goal|objective)s?\s*[\d.]*)\s*:\s+(?=\S)/i,
    '',
  )

/** "Teachers will:" above a list begins each of its items, "Custodian" in front of a row its cells. */
function leadIn({ lead, tag, text }: AnnexElement): string | undefined {
  if (lead === undefined || lead.length > 60 || (tag !== 'li' && tag !== 'td' && tag !== 'dd')) return undefined
  const label = lead
    .replace(
      /[,:]?\s*(?:(?:will|shall|must|should)\s+)?(?:do\s+)?(?:the following|as follows)(?:\s+(?:steps?|actions?|things?|tasks?))?:?$/i,
      '',
    )
    .trim()
  return label === '' || /^(?:steps?|procedures?|notes?|instructions?|tasks?|actions?|who|role)$/i.test(label) || text.startsWith(label)
    ? undefined
    : label
}

const joined = (lead: string, sentence: string): string =>
  /\b(?:will|shall|must|should|to|may)$/i.test(lead) ? `${lead} ${lowered(sentence)}` : `${lead}: ${sentence}`

/** What has no end for longer is no step; the rest stands in the annex. */
const LONGEST = 600
const shortened = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()}…`)
const lowered = (text: string): string => (/^\p{Lu}\p{Ll}/u.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text)
const ended = (text: string): string => (/[.!?:;…]$/.test(text) ? text.replace(/[:;]$/, '.') : `${text}.`)

function weightOf(text: string, { roles, all }: Audience): Pick<Step, 'weight' | 'forOthers' | 'idle'> {
  const named = namedRoles(text, all)
  const ours = roles.some(({ id }) => named.has(id))
  const forOthers = !ours && named.size > 0
  const idle = !asksForSomething(text)
  const vital = /\b(?:911|do not|don't|never|immediately|at once|call|lock|evacuate|shelter|drop|account)\b/i.test(text)
  return { forOthers, idle, weight: (ours ? 2 : 0) + (vital ? 1 : 0) - (text.length > 300 ? 1 : 0) - (idle ? 2 : 0) }
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
