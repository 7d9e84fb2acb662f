import { randomInt } from 'node:crypto'

const ROWS = 4
/** Counters of a row; a power of two. 1 MB in all. */
const WIDTH = 65_536

/**
 * A count-min sketch with conservative update: counts any number of names in fixed memory, never too low.
 * Cormode and Muthukrishnan, An Improved Data Stream Summary (2005); Estan and Varghese (2002).
 */
export function createSketch() {
  const counters = new Uint32Array(ROWS * WIDTH)
  const places = new Uint32Array(ROWS)
  // Unknown outside, so that nobody can choose names that meet another one's counters.
  const [seedA, seedB] = [randomInt(2 ** 32), randomInt(2 ** 32)]
  const locate = (name: string): number => {
    const [a, b] = [hashOf(name, seedA), hashOf(name, seedB) | 1]
    let least = 0xffff_ffff
    for (let row = 0; row < ROWS; row++) {
      const place = row * WIDTH + (((a + Math.imul(row, b)) >>> 0) & (WIDTH - 1))
      places[row] = place
      least = Math.min(least, counters[place]!)
    }
    return least
  }
  return {
    /** At least how often the name was added since `clear`. */
    estimate: locate,
    /** Adds the name once; gives the new estimate. */
    add(name: string): number {
      const count = locate(name) + 1
      for (const place of places) if (counters[place]! < count) counters[place] = count
      return count
    },
    clear: () => void counters.fill(0),
  }
}

/** FNV-1a with a seed, its bits mixed at the end (MurmurHash3). */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x0100_0193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
