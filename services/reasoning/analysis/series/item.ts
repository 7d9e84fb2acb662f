/** A series, tidied: sorted by time, one value a moment. */
export interface Series {
  readonly id: string
  readonly label: string
  /** Milliseconds since 1970, growing. */
  readonly t: Float64Array
  readonly v: Float64Array
  /** What was done to it. */
  readonly notes: readonly string[]
}

/** Numbers without times. */
export interface Dataset {
  readonly id: string
  readonly label: string
  readonly v: Float64Array
  readonly notes: readonly string[]
}

/** What a run is about. */
export interface Subject {
  readonly objective: string
  readonly hints: readonly string[]
  readonly profile: string
  readonly series: readonly Series[]
  readonly datasets: readonly Dataset[]
}

export const DAY = 86_400_000
