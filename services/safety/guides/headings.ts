import type { Phase } from './guide.ts'

/** What a passage of a plan is: its goals and objectives say what for, its courses of action what is done. */
export type Part = 'goal' | 'action' | 'about'

const PHASE_WORDS: readonly (readonly [Phase, RegExp])[] = [
  ['BEFORE', /\b(?:before|prior to|prevention|prevent|preparedness|preparation|prepare|mitigation|protection|protect|readiness)\b/i],
  ['DURING', /\b(?:during|response|respond|immediate actions?)\b/i],
  ['AFTER', /\b(?:after|afterwards?|recovery|recover|following (?:an?|any|the)|all clear)\b/i],
]

/** The phase that a heading names; null where it names several, undefined where none. */
export function phaseOf(heading: string): Phase | null | undefined {
  // "Goal 1 (before): Prevent a fire" and "Before, during and after": the plain words count before the others
  const plain = (['BEFORE', 'DURING', 'AFTER'] as const).filter((phase) => new RegExp(`\\b${phase}\\b`, 'i').test(heading))
  const named = plain.length > 0 ? plain : PHASE_WORDS.filter(([, words]) => words.test(heading)).map(([phase]) => phase)
  return named.length > 1 ? null : named[0]
}

const GOAL = /^(?:goals?|objectives?)\b/i
const ACTION = /\b(?:courses? of action|actions?|procedures?|steps?|roles?|responsibilit(?:y|ies)|tasks?|checklist|what to do)\b/i
const ABOUT =
  /^(?:\d[\d.]*\s*)?(?:purpose|scope|situation|assumptions?|introduction|overview|background|definitions?|authorit(?:y|ies)|references?|record of changes|review|approvals?|contacts?|table of contents)\b/i

/** Which part of the plan a text opens, or is by its own first words. */
export function partOf(text: string, heading: boolean): Part | undefined {
  if (GOAL.test(text) && (heading || /^(?:goals?|objectives?)\b(?:[^.:]|\.\d){0,30}:/i.test(text))) return 'goal'
  if (!heading) return undefined
  if (ACTION.test(text)) return 'action'
  return ABOUT.test(text) ? 'about' : undefined
}
