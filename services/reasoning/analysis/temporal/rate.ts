const MONTH = 30.436875 * 86_400

/** Seconds of what a slope is told by. */
const UNITS = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800, month: MONTH, quarter: 3 * MONTH, year: 12 * MONTH } as const
export type RateUnit = keyof typeof UNITS

/** A slope as people say it. */
export interface Rate {
  readonly value: number
  readonly per: RateUnit
}

/** Shortest span of what is told by hours or days, in units. */
const SPANS = 3

/** What a reader counts a series by: its own step where that is a day or more, else the longest unit of which it spans several. */
export function rateUnit(stepSeconds: number, spanSeconds: number): RateUnit {
  if (stepSeconds >= UNITS.day) {
    const own = (['week', 'month', 'quarter', 'year'] as const).find((unit) => Math.abs(stepSeconds / UNITS[unit] - 1) < 0.04)
    return own ?? 'day'
  }
  return (['day', 'hour', 'minute'] as const).find((unit) => spanSeconds >= SPANS * UNITS[unit]) ?? 'second'
}

export const rateOf = (perDay: number, per: RateUnit): Rate => ({ value: (perDay * UNITS[per]) / UNITS.day, per })
