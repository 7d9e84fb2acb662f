import { createHash } from 'node:crypto'

export const VARIANTS = ['control', 'treatment'] as const

/** The variant of an experiment that a user gets: always the same one, and half of the users each. Without an experiment `control`. */
export function variantOf(experiment: string | undefined, userId: string): (typeof VARIANTS)[number] {
  if (!experiment) return 'control'
  const hash = createHash('sha256')
    .update(JSON.stringify([experiment, userId]))
    .digest()
  return VARIANTS[hash.readUInt32BE(0) % VARIANTS.length]!
}
