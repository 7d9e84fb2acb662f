import { distance } from 'fastest-levenshtein'

/**
 * The name that was probably meant: one that differs by its writing or has the other as one of its words (`index`, `target_index`),
 * else the one with the fewest edits, at most a third of its characters. Undefined where none is near.
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  if (given.length > 64) return undefined
  const wanted = plain(given)
  const same = known.find((name) => plain(name) === wanted)
  if (same !== undefined) return same
  const part = known.find((name) => wordsOf(name).includes(given.toLowerCase()) || wordsOf(given).includes(name))
  const [near] = known
    .map((name) => ({ name, edits: distance(wanted, plain(name)) }))
    .filter(({ name, edits }) => edits <= Math.max(1, Math.floor(plain(name).length / 3)))
    .sort((a, b) => a.edits - b.edits)
  return near?.name ?? part
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const wordsOf = (name: string): string[] => name.toLowerCase().split(/[^a-z0-9]+/)
