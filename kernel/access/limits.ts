import { z } from 'zod'
import type { Config } from '../config/config.ts'
import type { Caller } from './caller.ts'

/** What a document is labelled with, and callers may be limited to. */
export const LABELS = ['confidentiality', 'business_unit'] as const
export type Label = (typeof LABELS)[number]
/** A document's labels; absent or null: unlabelled. */
export type Labels = Readonly<Partial<Record<Label, string | null>>>

/** One condition on a label. All conditions of a caller hold together. */
export interface LabelLimit {
  readonly label: Label
  /** Values that the caller may read. None: no labelled document at all. */
  readonly values: readonly string[]
  /** Whether documents without the label are readable too. */
  readonly unlabelled: boolean
}

const known = Symbol('limits')

/**
 * What a caller may read. Made by `limitsOf` and `platformLimits` alone (and read back by `restoredLimits`), so that whoever reads documents has said for whom: the
 * functions that read take this type, and no other value has it.
 */
export interface Limits {
  readonly [known]: true
  /** Empty: everything. */
  readonly conditions: readonly LabelLimit[]
}

/** The limits of the caller's token (claims as `access` names them) and of the subscription key that it came with. */
export function limitsOf({ claims, keyName }: Pick<Caller, 'claims' | 'keyName'>, { access }: Pick<Config, 'access'>): Limits {
  const ofKey = keyName !== undefined && Object.hasOwn(access.keys, keyName) ? access.keys[keyName] : undefined
  const conditions: LabelLimit[] = []
  for (const label of LABELS) {
    const rule = access[label]
    const unlabelled = rule.unlabelled === 'shown'
    const keyValues = ofKey?.[label]
    if (Object.hasOwn(claims, rule.claim)) conditions.push({ label, values: valuesOf(claims[rule.claim]), unlabelled })
    else if (rule.without_claim === 'none' && keyValues === undefined) conditions.push({ label, values: [], unlabelled })
    if (keyValues) conditions.push({ label, values: keyValues, unlabelled })
  }
  return { [known]: true, conditions }
}

/** No limits: for what the platform reads for itself and shows to nobody, or to an operator alone. */
export const platformLimits: Limits = { [known]: true, conditions: [] }

/** A text is one value, spaces and all. What is neither a text nor a list allows nothing. */
function valuesOf(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return [claim]
  return Array.isArray(claim) ? claim.filter((value) => typeof value === 'string') : []
}

/** Whether a document with these labels may be read. */
export const mayRead = ({ conditions }: Limits, labels: Labels): boolean =>
  conditions.every(({ label, values, unlabelled }) => {
    const value = labels[label] ?? null
    return value === null ? unlabelled : values.includes(value)
  })

/** The labels that a document has, no null among them. */
export type PresentLabels = Readonly<Partial<Record<Label, string>>>

/** The labels that a document's metadata names. */
export const labelsOf = (metadata: Labels | undefined): PresentLabels =>
  Object.fromEntries(LABELS.flatMap((label) => (metadata?.[label] == null ? [] : [[label, metadata[label]]])))

/** One text for what the limits show: equal for limits that show the same. */
export const sightOf = ({ conditions }: Limits): string =>
  JSON.stringify(conditions.map(({ label, values, unlabelled }) => [label, [...new Set(values)].sort(), unlabelled]))

/** Whether what was read within `then` may be shown to a caller with these limits: who reads everything, or the same. */
export const mayReadWhat = (now: Limits, then: Limits): boolean => now.conditions.length === 0 || sightOf(now) === sightOf(then)

/** Limits as a text, for work that goes on after its request. */
export const storedLimits = ({ conditions }: Limits): string => JSON.stringify(conditions)

const conditionsSchema = z.array(z.object({ label: z.enum(LABELS), values: z.array(z.string()), unlabelled: z.boolean() }))

/** The limits that `storedLimits` made a text of. ZodError for any other text: what cannot be read allows nothing. */
export const restoredLimits = (text: string): Limits => ({ [known]: true, conditions: conditionsSchema.parse(JSON.parse(text)) })
