export const claimKinds = [
  'change',
  'trend',
  'correlation',
  'lag',
  'anomaly',
  'season',
  'comparison',
  'forecast',
  'outlier',
  'distribution',
  'gap',
  'driver',
  'calendar',
  'difference',
  'extreme',
] as const
export type ClaimKind = (typeof claimKinds)[number]

/** A sentence that follows from numbers, and where they stand. */
export interface Claim {
  /** `c1`, `c2`, … in the order of the findings. */
  readonly id: string
  readonly kind: ClaimKind
  /** Ids of series and datasets, in the order in which the text names them. */
  readonly about: readonly string[]
  readonly text: string
  readonly direction: 'up' | 'down' | null
  /** Of the moment that it is about, where there is one. */
  readonly t: string | null
  /** 0 to 1: how much of what varies it is about. */
  readonly effect: number
  /** 0 to 1: how sure it is. */
  readonly certainty: number
  /** Numbers of the reply that it says, by their place. */
  readonly references: readonly { readonly path: string; readonly value: number }[]
}

/** A claim before it has its number. */
export type Draft = Omit<Claim, 'id'>

/** Effect of a claim that there is nothing: of a trend, of a correlation. */
export const NOTHING_EFFECT = 0.02

/** Whether a claim tells of something that is there. */
export const isFinding = ({ kind, direction, effect }: Draft): boolean =>
  !(direction === null && (kind === 'trend' || (kind === 'correlation' && effect <= NOTHING_EFFECT)))
