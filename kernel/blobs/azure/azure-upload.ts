import { randomUUID } from 'node:crypto'
import type { BlockBlobClient } from '@azure/storage-blob'
import { startingWith } from '../../runtime/async-iterables.ts'
import { blocksOf } from '../blocks.ts'
import { sendParts } from '../send-parts.ts'

/** Blobs up to this size are one request, which replaces the blob at once; larger ones go block by block. */
const BLOCK_BYTES = 4 * 1024 * 1024
/** Blocks under way at once: with the one being filled, an upload holds at most 16 MB. */
const PARALLEL = 3

/** How a request is made: with its time limit, the missing container created, errors named. */
export type Send = <T>(request: (abortSignal: AbortSignal) => Promise<T>, bytes?: number) => Promise<T>

/**
 * Streams a body into a blob and returns its length in bytes. The blob is the old one, or none, until the last request: blocks that
 * were staged for a body that fails are never seen, and Azure removes them after a week. What the body throws comes through.
 */
export async function uploadBlob(client: BlockBlobClient, body: AsyncIterable<Uint8Array>, send: Send): Promise<number> {
  const blocks = blocksOf(body, BLOCK_BYTES)
  const first = await blocks.next()
  const second = first.done ? first : await blocks.next()
  if (second.done) {
    const bytes = first.done ? Buffer.alloc(0) : first.value
    await send((abortSignal) => client.upload(bytes, bytes.length, { abortSignal }), bytes.length)
    return bytes.length
  }
  if (first.done) return 0
  const prefix = randomUUID()
  const { sent, bytes } = await sendParts(startingWith([first.value, second.value], blocks), PARALLEL, async (block, index) => {
    const id = Buffer.from(`${prefix}-${String(index).padStart(6, '0')}`).toString('base64')
    await send((abortSignal) => client.stageBlock(id, block, block.length, { abortSignal }), block.length)
    return id
  })
  await send((abortSignal) => client.commitBlockList(sent, { abortSignal }))
  return bytes
}
