import { randomUUID } from 'node:crypto'
import type { BlockBlobClient } from '@azure/storage-blob'

/** Blobs up to this size are one request, which replaces the blob at once; larger ones go block by block. */
const BLOCK_BYTES = 4 * 1024 * 1024
/** Blocks under way at once: with the one being filled, an upload holds at most 16 MB. */
const PARALLEL = 3

async function* blocksOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + BLOCK_BYTES - size)
      pieces.push(part)
      size += part.length
      at += part.length
      if (size < BLOCK_BYTES) continue
      yield Buffer.concat(pieces)
      pieces = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(pieces)
}

/** How a request is made: with its time limit, the missing container created, errors named. */
export type Send = <T>(request: (abortSignal: AbortSignal) => Promise<T>) => Promise<T>

async function stageAll(client: BlockBlobClient, blocks: AsyncIterable<Buffer>, send: Send): Promise<{ ids: string[]; bytes: number }> {
  const prefix = randomUUID()
  const ids: string[] = []
  const running = new Set<Promise<unknown>>()
  let bytes = 0
  let failure: { error: unknown } | undefined
  try {
    for await (const block of blocks) {
      if (failure) throw failure.error
      const id = Buffer.from(`${prefix}-${String(ids.length).padStart(6, '0')}`).toString('base64')
      ids.push(id)
      bytes += block.length
      const staged: Promise<unknown> = send((abortSignal) => client.stageBlock(id, block, block.length, { abortSignal }))
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => running.delete(staged))
      running.add(staged)
      if (running.size === PARALLEL) await Promise.race(running)
    }
  } finally {
    await Promise.all(running)
  }
  if (failure) throw failure.error
  return { ids, bytes }
}

async function* startingWith<T>(first: readonly T[], rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield* first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/**
 * Streams a body into a blob and returns its length in bytes. The blob is the old one, or none, until the last request: blocks that
 * were staged for a body that fails are never seen, and Azure removes them after a week. What the body throws comes through.
 */
export async function uploadBlob(client: BlockBlobClient, body: AsyncIterable<Uint8Array>, send: Send): Promise<number> {
  const blocks = blocksOf(body)
  const first = await blocks.next()
  const second = first.done ? first : await blocks.next()
  if (second.done) {
    const bytes = first.done ? Buffer.alloc(0) : first.value
    await send((abortSignal) => client.upload(bytes, bytes.length, { abortSignal }))
    return bytes.length
  }
  if (first.done) return 0
  const { ids, bytes } = await stageAll(client, startingWith([first.value, second.value], blocks), send)
  await send((abortSignal) => client.commitBlockList(ids, { abortSignal }))
  return bytes
}
