import type { Env } from '../../../kernel/runtime/env.ts'

/** Headings of the reference page, in its order. */
export const variableGroups = [
  'Server',
  'Storage',
  'Kafka',
  'Database',
  'Models',
  'Search and retrieval',
  'Access',
  'Widget',
  'Integrations',
  'Operations',
] as const

export interface VariableDescription {
  readonly group: (typeof variableGroups)[number]
  readonly description: string
  /** Shown instead of a default that depends on the machine or on other variables. */
  readonly fallback?: string
  /** Shown instead of the form that the schema gives. */
  readonly form?: string
}

/** A description of every variable of these names: one that is missing does not compile. */
export type VariableDescriptions = Readonly<Record<Exclude<keyof Env, 'secretOf'>, VariableDescription>>
