import type { CostRow } from '../stored/cost-row.ts'
import { foldWords } from './fold-words.ts'

/** Words that are in questions and in names alike say no name: a surname counts from three letters. */
const FEWEST_LETTERS = 3

/** Rows of the employees whom a text names: by their ids, else by their whole names, else by one word of a name. */
export function namesIn(text: string, rows: readonly CostRow[]): CostRow[] {
  const said = ` ${foldWords(text)} `
  const words = new Set(said.trim().split(' '))
  const byId = rows.filter(({ id }) => id !== null && /\d/.test(id) && isSaid(foldWords(id)))
  if (byId.length > 0) return byId
  const whole = rows.filter(({ name }) => name !== null && name.trim().length >= FEWEST_LETTERS && isSaid(foldWords(name)))
  if (whole.length > 0) return longestOnly(whole)
  const known = rows.flatMap((row) => {
    const hits = wordsOf(row).filter((word) => words.has(word))
    return hits.length > 0 ? [{ row, hits: hits.length }] : []
  })
  const most = known.reduce((best, { hits }) => Math.max(best, hits), 0)
  return known.filter(({ hits }) => hits === most).map(({ row }) => row)

  function isSaid(name: string): boolean {
    return name !== '' && said.includes(` ${name} `)
  }
}

const wordsOf = ({ name }: CostRow): string[] =>
  name === null
    ? []
    : foldWords(name)
        .split(' ')
        .filter((word) => word.length >= FEWEST_LETTERS && !/^\d+$/.test(word))

/** `Ana Smith` is not meant where `Ana Smith Jones` is said. */
function longestOnly(rows: readonly CostRow[]): CostRow[] {
  const names = new Set(rows.map(({ name }) => foldWords(name!)))
  const within = (name: string) => [...names].some((other) => other !== name && ` ${other} `.includes(` ${name} `))
  const kept = new Set([...names].filter((name) => !within(name)))
  return rows.filter(({ name }) => kept.has(foldWords(name!)))
}
