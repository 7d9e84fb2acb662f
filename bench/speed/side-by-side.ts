import { loadavg } from 'node:os'
import { median } from '../measure/quantile.ts'

/** What one round of one side gave, by the name of the figure. */
export type Figures = Readonly<Record<string, number>>
type Sides = Readonly<Record<string, () => Promise<Figures>>>

/** All rounds of each side. */
export type Rounds<S extends Sides> = { readonly [Side in keyof S]: readonly Figures[] }

/** A target, and what was measured: `ratio` of medians, or a figure of its own. */
export interface Claim {
  readonly claim: string
  readonly measured: number
  readonly bar: number
  readonly atLeast?: boolean
}

const shown = (value: number): string => String(Number(value.toPrecision(3)))

/** Runs the sides by turns, in the other order each second round, and prints a line of JSON for each. */
export async function sideBySide<S extends Sides>(rounds: number, sides: S): Promise<Rounds<S>> {
  const all: Record<string, Figures[]> = Object.fromEntries(Object.keys(sides).map((side) => [side, []]))
  for (let round = 1; round <= rounds; round++) {
    const order = Object.entries(sides)
    for (const [side, measure] of round % 2 ? order : order.reverse()) {
      const figures = await measure()
      all[side]?.push(figures)
      console.log(JSON.stringify({ round, side, load: Number(loadavg()[0]?.toFixed(1)), ...figures }))
    }
  }
  return all as Rounds<S>
}

export const middle = (rounds: readonly Figures[] | undefined, figure: string): number =>
  median((rounds ?? []).map((r) => r[figure] ?? NaN))

/** Medians of each side with the least and the most, then the claims, as Markdown. */
export function printTables(rounds: Readonly<Record<string, readonly Figures[]>>, claims: readonly Claim[]): void {
  const names = [...new Set(Object.values(rounds).flatMap((of) => of.flatMap((figures) => Object.keys(figures))))]
  const cell = (of: readonly Figures[], name: string): string => {
    const values = of.flatMap((figures) => figures[name] ?? [])
    if (values.length === 0) return '–'
    return `${shown(median(values))} (${shown(Math.min(...values))}–${shown(Math.max(...values))})`
  }
  if (names.length > 0) console.log(`\n| | ${names.join(' | ')} |\n|---|${names.map(() => '---').join('|')}|`)
  for (const [side, of] of Object.entries(rounds)) console.log(`| ${side} | ${names.map((name) => cell(of, name)).join(' | ')} |`)
  console.log(`\nload ${loadavg()[0]?.toFixed(1)}\n\n| claim | bar | measured | |\n|---|---|---|---|`)
  for (const { claim, measured, bar, atLeast } of claims) {
    const met = atLeast ? measured >= bar : measured <= bar
    console.log(`| ${claim} | ${atLeast ? '≥' : '≤'} ${bar} | ${shown(measured)} | ${met ? 'met' : 'missed'} |`)
  }
}
