import { readdirSync, readFileSync } from 'node:fs'

/** A series of the Turing change point data set with what its annotators marked. */
export interface Annotated {
  readonly name: string
  readonly values: Float64Array
  /** By annotator: indices from 0. */
  readonly marks: readonly (readonly number[])[]
}

/** The univariate series in a folder of the data set. */
export function readTcpd(folder: string): Annotated[] {
  const marks: Record<string, { n_dim: number; annotations: Record<string, number[]> }> = JSON.parse(
    readFileSync(`${folder}/changepoints.json`, 'utf8'),
  )
  const names = readdirSync(folder).filter((f) => f.endsWith('.csv') && marks[f.slice(0, -4)]?.n_dim === 1)
  return names.map((file) => {
    const rows = readFileSync(`${folder}/${file}`, 'utf8').trim().split('\n').slice(1)
    const name = file.slice(0, -4)
    return { name, values: Float64Array.from(rows, (row) => Number(row.split(',')[1])), marks: Object.values(marks[name]!.annotations) }
  })
}

const MARGIN = 5

/** Marks that a prediction meets, each by one of its own. */
function met(marks: readonly number[], given: readonly number[]): number {
  const left = new Set(given)
  let hits = 0
  for (const mark of marks) {
    const near = [...left].filter((g) => Math.abs(g - mark) <= MARGIN)
    if (near.length === 0) continue
    left.delete(near.toSorted((a, b) => Math.abs(a - mark) - Math.abs(b - mark))[0]!)
    hits++
  }
  return hits
}

/** F1 of van den Burg and Williams (2020): precision over all marks together, recall as the mean over annotators; 0 is always a mark. */
export function f1Of({ marks }: Annotated, predicted: readonly number[]): number {
  const given = [...new Set([0, ...predicted])]
  const all = [...new Set([0, ...marks.flat()])].toSorted((a, b) => a - b)
  const precision = met(all, given) / given.length
  const recalls = marks.map((own) => met([...new Set([0, ...own])], given) / new Set([0, ...own]).size)
  const recall = recalls.reduce((s, r) => s + r, 0) / recalls.length
  return (2 * precision * recall) / (precision + recall)
}

const segments = (n: number, starts: readonly number[]): [number, number][] => {
  const all = [...new Set([0, ...starts])].toSorted((a, b) => a - b)
  return all.map((from, i) => [from, all[i + 1] ?? n])
}

/** How well the segments cover those of each annotator (by intersection over union), as the mean over annotators. */
export function coveringOf({ marks, values }: Annotated, predicted: readonly number[]): number {
  const n = values.length
  const own = segments(n, predicted)
  const covers = marks.map((list) =>
    segments(n, list).reduce((sum, [a, b]) => {
      const best = Math.max(...own.map(([c, d]) => Math.max(0, Math.min(b, d) - Math.max(a, c)) / (Math.max(b, d) - Math.min(a, c))))
      return sum + ((b - a) / n) * best
    }, 0),
  )
  return covers.reduce((s, c) => s + c, 0) / covers.length
}
