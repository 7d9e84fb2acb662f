import { readFileSync } from 'node:fs'
import { parseTime } from '../../services/reasoning/analysis/series/parse-time.ts'

/** A file of the Numenta anomaly benchmark: its points and the windows in which an anomaly lies. */
export interface Labelled {
  readonly name: string
  readonly t: Float64Array
  readonly v: Float64Array
  readonly windows: readonly (readonly [number, number])[]
}

/** The files in a folder of the benchmark, sorted by time, one value a moment. */
export function readNab(folder: string): Labelled[] {
  const { windows } = JSON.parse(readFileSync(`${folder}/labels.json`, 'utf8')) as { windows: Record<string, [string, string][]> }
  return Object.entries(windows).map(([path, given]) => {
    const name = path.replace(/^nab\//, '')
    const rows = readFileSync(`${folder}/${name}`, 'utf8').trim().split('\n').slice(1)
    const points = rows.map((row) => row.split(',')).map(([t = '', v]) => [parseTime(t), Number(v)] as const)
    const byTime = new Map(points.toSorted((a, b) => a[0] - b[0]))
    const spans = given.map(([from, to]) => [parseTime(from), parseTime(to)] as const)
    return { name, t: Float64Array.from(byTime.keys()), v: Float64Array.from(byTime.values()), windows: spans }
  })
}

/** What was detected: a span of time, a point being one from and to itself. */
export type Detected = readonly [from: number, to: number]

export interface WindowScore {
  readonly met: number
  readonly missed: number
  readonly false: number
}

/** Windows met, windows missed, and alarms outside of all windows; detections closer than half a hundredth of the time are one alarm. */
export function scoreWindows({ t, windows }: Labelled, detected: readonly Detected[]): WindowScore {
  const apart = (t.at(-1)! - t[0]!) / 200
  const alarms: [number, number][] = []
  for (const [from, to] of detected.toSorted((a, b) => a[0] - b[0])) {
    const last = alarms.at(-1)
    if (last && from - last[1] <= apart) last[1] = Math.max(last[1], to)
    else alarms.push([from, to])
  }
  const overlap = ([a, b]: Detected, [c, d]: Detected) => a <= d && b >= c
  const met = windows.filter((w) => alarms.some((a) => overlap(a, w))).length
  return { met, missed: windows.length - met, false: alarms.filter((a) => !windows.some((w) => overlap(a, w))).length }
}

/** F1 over all files together. */
export function windowF1(scores: readonly WindowScore[]): { f1: number; precision: number; recall: number } {
  const sum = (pick: (s: WindowScore) => number) => scores.reduce((s, one) => s + pick(one), 0)
  const [met, missed, wrong] = [sum((s) => s.met), sum((s) => s.missed), sum((s) => s.false)]
  const precision = met + wrong > 0 ? met / (met + wrong) : 0
  const recall = met / (met + missed)
  return { precision, recall, f1: precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0 }
}

/** Scores of each point: distance from the mean of the window before it, in its standard deviations (NAB's windowed Gaussian). */
export function windowedGaussian(v: Float64Array, width = 300): Float64Array {
  let [sum, squares] = [0, 0]
  return v.map((x, i) => {
    const n = Math.min(i, width)
    const mean = n > 0 ? sum / n : x
    const sd = n > 1 ? Math.sqrt(Math.max(1e-12, squares / n - mean * mean)) : 0
    sum += x - (i >= width ? v[i - width]! : 0)
    squares += x * x - (i >= width ? v[i - width]! ** 2 : 0)
    return n < Math.min(50, v.length / 20) || sd < 1e-6 ? 0 : Math.abs(x - mean) / sd
  })
}

/** Distance from the median of all in scaled MADs. */
export function robustZ(v: Float64Array): Float64Array {
  const middle = (x: Float64Array) => x.toSorted()[Math.floor(x.length / 2)]!
  const m = middle(v)
  const mad = 1.4826 * middle(v.map((x) => Math.abs(x - m))) || 1e-9
  return v.map((x) => Math.abs(x - m) / mad)
}

/**
 * VUS-PR (Paparrizos and others 2022): the area under precision and recall over all thresholds, as the mean over buffers around each
 * window whose labels fall off with the square root.
 */
export function vusPr({ t, windows }: Labelled, scores: Float64Array, widest = 0.02, buffers = 5): number {
  const n = scores.length
  const order = Uint32Array.from({ length: n }, (_, i) => i).sort((a, b) => scores[b]! - scores[a]!)
  let total = 0
  for (let b = 0; b < buffers; b++) {
    const reach = ((t.at(-1)! - t[0]!) * widest * b) / (buffers - 1)
    const label = Float64Array.from(t, (at) =>
      windows.reduce((most, [from, to]) => {
        const off = Math.max(0, from - at, at - to)
        return Math.max(most, off === 0 ? 1 : off <= reach ? Math.sqrt(1 - off / reach) : 0)
      }, 0),
    )
    const positives = label.reduce((s, x) => s + x, 0)
    let [hits, area, before] = [0, 0, 0]
    for (let k = 0; k < n; ) {
      const score = scores[order[k]!]!
      while (k < n && scores[order[k]!] === score) hits += label[order[k++]!]!
      const recall = positives > 0 ? hits / positives : 0
      area += (recall - before) * (hits / k)
      before = recall
    }
    total += area / buffers
  }
  return total
}
