import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SearchIndex } from '../../kernel/search/search.ts'
import { seededRandom } from '../../scripts/seeded-random.ts'

const CLUSTERS = 2000
/** Numbers that a cluster's members differ in; models' vectors, too, vary in far fewer directions than they have numbers. */
const DIRECTIONS = 24
const QUESTIONS = 20
const TOP = 10

const unit = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector)
  return vector.map((x) => x / length)
}

/**
 * Vectors as a model gives them: clusters of very different sizes, whose members lie near each other, all of them with a common part, and
 * some numbers much larger than others. Questions lie beside a member.
 */
export function clusteredVectors(dimensions: number) {
  const random = seededRandom(23)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const gains = Float32Array.from({ length: dimensions }, (_, i) => (i % 64 === 0 ? 4 : 1))
  const direction = () => Float32Array.from({ length: dimensions }, (_, i) => normal() * gains[i]!)
  const common = direction()
  const axes = Array.from({ length: DIRECTIONS }, direction)
  const centres = Array.from({ length: CLUSTERS }, () => direction().map((x, i) => x + 0.7 * common[i]!))
  /** A few clusters hold most. */
  const one = (spread: number): Float32Array => {
    const vector = centres[Math.floor(random() ** 2 * CLUSTERS)]!.slice()
    for (const axis of axes) {
      const along = normal() * spread
      for (let i = 0; i < dimensions; i++) vector[i]! += axis[i]! * along
    }
    return unit(vector.map((x) => x + 0.2 * normal()))
  }
  return { passage: () => one(0.15), question: () => one(0.2) }
}

/** The share of the ten nearest, by the stored numbers of all vectors, that the index finds. */
export async function recallOf(search: SearchIndex, dir: string, question: () => Promise<Float32Array>): Promise<number> {
  const asked = await Promise.all(Array.from({ length: QUESTIONS }, question))
  const found = await Promise.all(asked.map(async (vector) => (await search.search('bench', { vector, top: TOP })).hits))
  const best = asked.map(() => [] as number[])
  const db = new DatabaseSync(join(dir, 'search.db'), { readOnly: true })
  const least = asked.map(() => -1)
  for (const { vector } of db.prepare('SELECT vector FROM chunks').iterate()) {
    const numbers = new Float32Array((vector as Uint8Array).slice().buffer)
    for (const [q, question] of asked.entries()) {
      let product = 0
      for (let i = 0; i < numbers.length; i++) product += numbers[i]! * question[i]!
      if (product <= least[q]!) continue
      best[q] = [...best[q]!, product].sort((a, b) => b - a).slice(0, TOP)
      if (best[q].length === TOP) least[q] = best[q].at(-1)!
    }
  }
  db.close()
  const right = found.map((hits, q) => hits.filter((hit) => hit.score >= least[q]! - 1e-6).length)
  return right.reduce((sum, n) => sum + n, 0) / (QUESTIONS * TOP)
}
