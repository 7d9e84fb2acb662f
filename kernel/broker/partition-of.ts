const SEED = 0x9747b28c
const MULTIPLIER = 0x5bd1e995

/**
 * 32-bit murmur2 as Apache Kafka's clients compute it (org.apache.kafka.common.utils.Utils.murmur2), so that records
 * of other clients land in the same partitions. Signed result.
 */
export function murmur2(data: Uint8Array): number {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const whole = data.length & ~3
  let hash = SEED ^ data.length
  for (let at = 0; at < whole; at += 4) {
    let k = Math.imul(view.getInt32(at, true), MULTIPLIER)
    k = Math.imul(k ^ (k >>> 24), MULTIPLIER)
    hash = Math.imul(hash, MULTIPLIER) ^ k
  }
  for (let at = data.length - 1; at >= whole; at--) hash ^= data[at]! << (8 * (at - whole))
  if (whole < data.length) hash = Math.imul(hash, MULTIPLIER)
  hash = Math.imul(hash ^ (hash >>> 13), MULTIPLIER)
  return hash ^ (hash >>> 15)
}

/** The partition of a key, 0 to `partitions - 1`: Kafka's default for records with a key. */
export const partitionOf = (key: string, partitions: number): number => (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions
