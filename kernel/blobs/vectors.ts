import { endianness } from 'node:os'
import { WorkError } from '../runtime/errors.ts'
import { readArtifact } from './artifacts.ts'
import type { Blobs } from './blobs.ts'

const BIG_ENDIAN = endianness() === 'BE'

/** The copy gives the numbers the alignment that they need. */
function vectorOf(bytes: Uint8Array): Float32Array {
  const copy = new Uint8Array(bytes)
  if (BIG_ENDIAN) Buffer.from(copy.buffer).swap32()
  return new Float32Array(copy.buffer)
}

/** Vectors as raw little-endian 32-bit floats, one after the other. */
export function encodeVectors(vectors: readonly Float32Array[]): Buffer {
  const bytes = Buffer.allocUnsafe(vectors.reduce((sum, v) => sum + v.length * 4, 0))
  let at = 0
  for (const vector of vectors) {
    bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), at)
    at += vector.byteLength
  }
  if (BIG_ENDIAN) bytes.swap32()
  return bytes
}

/** The vectors of an artifact, in order. Throws as `readArtifact`, and WorkError storage_failed when the last one is cut off. */
export async function* readVectors(blobs: Blobs, path: string, dimensions: number): AsyncGenerator<Float32Array> {
  const size = dimensions * 4
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of readArtifact(blobs, path)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
    let at = 0
    for (; at + size <= bytes.length; at += size) yield vectorOf(bytes.subarray(at, at + size))
    rest = bytes.subarray(at)
  }
  if (rest.length > 0) throw new WorkError('storage_failed', `${path} ends inside a vector.`)
}
