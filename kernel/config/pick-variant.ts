import { createHash } from 'node:crypto'
import type { Config } from './config.ts'
import type { VariantEntry } from './models-config.ts'

/** Who takes part in which experiment. */
export interface Participant {
  readonly experiment_name?: string | undefined
  readonly user_id: string
  readonly session_id?: string | undefined
}

export interface PickedVariant {
  readonly name: string
  /** What it changes; absent where config.yaml does not know the experiment, which is then the client's own. */
  readonly entry?: VariantEntry
}

/** Variants of an experiment that config.yaml does not know. */
const PLAIN = { control: { weight: 1 }, treatment: { weight: 1 } } as const

/**
 * The variant of a participant: always the same one, in every process, and each variant in proportion to its weight. `control` without
 * an experiment. By the user, or by the conversation where the experiment says so and the client names one.
 */
export function pickVariant(
  { experiments }: Pick<Config, 'experiments'>,
  { experiment_name, user_id, session_id }: Participant,
): PickedVariant {
  if (!experiment_name) return { name: 'control' }
  const experiment = Object.hasOwn(experiments, experiment_name) ? experiments[experiment_name] : undefined
  const unit = experiment?.sticky === 'conversation' && session_id ? session_id : user_id
  const variants: Readonly<Record<string, { readonly weight: number }>> = experiment?.variants ?? PLAIN
  const name = share(variants, positionOf(experiment_name, unit))
  const entry = experiment?.variants[name]
  return { name, ...(entry ? { entry } : {}) }
}

/** A number from 0 up to 1 that only depends on the two. */
function positionOf(experiment: string, unit: string): number {
  const hash = createHash('sha256')
    .update(JSON.stringify([experiment, unit]))
    .digest()
  return hash.readUInt32BE(0) / 2 ** 32
}

function share(variants: Readonly<Record<string, { readonly weight: number }>>, position: number): string {
  // by name: the order of keys may differ between processes after a reload
  const sorted = Object.entries(variants).sort(([a], [b]) => (a < b ? -1 : 1))
  let left = position * sorted.reduce((sum, [, { weight }]) => sum + weight, 0)
  for (const [name, { weight }] of sorted) {
    if (left < weight) return name
    left -= weight
  }
  return sorted.findLast(([, { weight }]) => weight > 0)?.[0] ?? 'control'
}
