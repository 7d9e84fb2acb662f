import { mean } from '../numbers/moments.ts'
import { matrixProfile } from './matrix-profile.ts'

export interface Motifs {
  /** Samples of a stretch. */
  readonly width: number
  /** The two stretches most alike: where they begin, and how far they are from each other. */
  readonly motif: { readonly indices: readonly [number, number]; readonly distance: number }
  /** The stretch least like any other. */
  readonly discord: { readonly index: number; readonly distance: number }
}

/** Samples that are compared: longer series in means of several. */
const MOST = 700
const FEWEST = 24

/** `period`: the season of the series, 0 where it has none. */
export function motifsOf(x: Float64Array, period: number): { motifs: Motifs | null; note: string | undefined } {
  const block = Math.ceil(x.length / MOST)
  const y = block > 1 ? Float64Array.from({ length: Math.floor(x.length / block) }, (_, k) => mean(x, k * block, (k + 1) * block)) : x
  const wanted = Math.round((period > 3 * block ? period : Math.max(8 * block, x.length / 12)) / block)
  const width = Math.min(Math.max(4, wanted), Math.floor(y.length / 4))
  if (y.length < FEWEST) return { motifs: null, note: undefined }
  const centre = mean(y)
  const { distances, nearest } = matrixProfile(
    y.map((v) => v - centre),
    width,
  )
  let [low, high] = [0, 0]
  for (let i = 1; i < distances.length; i++) {
    if (distances[i]! < distances[low]!) low = i
    if (distances[i]! > distances[high]! && Number.isFinite(distances[i]!)) high = i
  }
  if (!Number.isFinite(distances[low]!)) return { motifs: null, note: undefined }
  const indices = [low, nearest[low]!].toSorted((a, b) => a - b).map((i) => i * block) as [number, number]
  const motifs = {
    width: width * block,
    motif: { indices, distance: distances[low]! },
    discord: { index: high * block, distance: distances[high]! },
  }
  return { motifs, note: block > 1 ? `Motifs were looked for in means of ${block} samples each.` : undefined }
}
