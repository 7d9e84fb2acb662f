/** Values of a series below which nothing is said: too little would come out by chance. */
export const FEWEST = { trend: 5, season: 6, anomaly: 8, change: 10, forecast: 12 } as const

/** What was not looked for in so few values; undefined where all was. */
export function tooFewNote(n: number): string | undefined {
  const left = [
    n < FEWEST.trend ? `a trend (${FEWEST.trend})` : '',
    n < FEWEST.season ? `a season (${FEWEST.season})` : '',
    n < FEWEST.anomaly ? `unusual values (${FEWEST.anomaly})` : '',
    n < FEWEST.change ? `changes (${FEWEST.change})` : '',
  ].filter((s) => s !== '')
  return left.length === 0 ? undefined : `It has too few values for ${left.join(', ')}: ${n}.`
}
