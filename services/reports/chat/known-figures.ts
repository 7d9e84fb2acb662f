import { type Figure, figuresOf } from './numbers.ts'

/** The values that an answer may name: those of tool results and of the user's own words. */
export interface KnownFigures {
  /** Takes in what a text says: the user's, or an earlier answer's. */
  addText(text: string): void
  /** Takes in every number of a tool's result, and those in its texts. */
  addResult(result: unknown): void
  /** The first figure of a sentence that none of them says; undefined where all are known. */
  unknownIn(sentence: string): Figure | undefined
}

/** A year stands in the name of a quarter. */
const QUARTER = /(?<![\p{L}\p{N}])(\d{4})[-\s]?Q[1-4](?!\p{N})/gu
/** The same amount to a computer and to a person. */
const keyOf = (value: number): string => Math.abs(value).toPrecision(12)
const DEEPEST = 12

export function knownFigures(): KnownFigures {
  const known = new Set<string>()
  const values: number[] = []
  const add = (value: number) => {
    if (!Number.isFinite(value) || known.has(keyOf(value))) return
    known.add(keyOf(value))
    values.push(Math.abs(value))
  }
  const addText = (text: string) => {
    for (const figure of figuresOf(text)) for (const value of figure.values) add(value)
    for (const [, year] of text.matchAll(QUARTER)) add(Number(year))
  }
  const addResult = (result: unknown, depth = 0): void => {
    if (typeof result === 'number') add(result)
    else if (typeof result === 'string') addText(result)
    else if (result !== null && typeof result === 'object' && depth < DEEPEST)
      for (const value of Object.values(result)) addResult(value, depth + 1)
  }
  const isKnown = ({ values: said, percent, decimals }: Figure): boolean => {
    const asked = percent ? said.flatMap((value) => [value, Number((value / 100).toPrecision(15))]) : said
    if (asked.some((value) => known.has(keyOf(value)))) return true
    // said to as many places as it was written with: 62.46 of 62.4567
    const rounded = (value: number, factor: number) => (value * factor).toFixed(decimals)
    return (
      decimals > 0 &&
      values.some((value) =>
        said.some((one) => rounded(value, 1) === one.toFixed(decimals) || (percent && rounded(value, 100) === one.toFixed(decimals))),
      )
    )
  }
  return { addText, addResult, unknownIn: (sentence) => figuresOf(sentence).find((figure) => !isKnown(figure)) }
}
