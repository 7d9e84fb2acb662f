import { type FileHandle, open } from 'node:fs/promises'

/** Bytes that are written together. */
const BATCH = 1024 * 1024
/** Bytes that may wait for the disk while more come in. */
const MOST_WAITING = 4 * BATCH
/** Written bytes whose flush begins while more come in, so that little is left to flush at the end. */
const FLUSH_EVERY = 2 * BATCH

type Pieces = readonly Uint8Array[]

async function writeAll(handle: FileHandle, pieces: Pieces, size: number): Promise<void> {
  let { bytesWritten: written } = await handle.writev(pieces)
  if (written === size) return
  const all = Buffer.concat(pieces)
  while (written < size) written += (await handle.write(all, written)).bytesWritten
}

/** Writes in the order of `add`, one batch at a time, while the next one gathers. */
function openWriter(handle: FileHandle, onWritten: ((piece: Uint8Array) => void) | undefined) {
  let waiting: Uint8Array[] = []
  let size = 0
  let unflushed = 0
  let ended = false
  let running: Promise<void> | undefined
  let flushing: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined
  // Kept, because nobody may be waiting for this batch or flush now; a disk tells of a failed flush once.
  const keep = (error: unknown) => void (failure ??= { error })

  const flush = () => {
    if (ended || flushing || unflushed < FLUSH_EVERY) return
    unflushed = 0
    flushing = handle
      .datasync()
      .catch(keep)
      .finally(() => (flushing = undefined))
  }
  const begin = () => {
    if (running || failure || size === 0) return
    const [pieces, bytes] = [waiting, size]
    waiting = []
    size = 0
    running = writeAll(handle, pieces, bytes)
      .then(() => onWritten && pieces.forEach(onWritten))
      .catch(keep)
      .finally(() => {
        running = undefined
        unflushed += bytes
        if (size >= BATCH) begin()
        flush()
      })
  }
  const check = () => {
    if (failure) throw failure.error
  }
  return {
    /** Resolves when more may come. Rejects with what an earlier write failed with. */
    async add(piece: Uint8Array): Promise<void> {
      check()
      waiting.push(piece)
      size += piece.byteLength
      if (size >= BATCH) begin()
      while (size >= MOST_WAITING && running) await running
    },
    /** Resolves when everything is written, and flushed to the disk. */
    async end(): Promise<void> {
      ended = true
      for (begin(); running; begin()) await running
      check()
      await Promise.all([handle.sync(), flushing])
      check()
    },
    /** Resolves when nothing is under way any more. */
    async settle(): Promise<void> {
      waiting = []
      size = 0
      await Promise.all([running, flushing])
    },
  }
}

/**
 * Writes a file that is not there yet, receiving and writing at the same time, and flushes it to the disk; resolves with its length.
 * `alongside` runs beside the flush. `onWritten`: see Blobs.write.
 */
export async function writeNewFile(
  path: string,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { alongside, onWritten }: { alongside?: () => Promise<void>; onWritten?: (piece: Uint8Array) => void } = {},
): Promise<number> {
  const handle = await open(path, 'wx')
  const writer = openWriter(handle, onWritten)
  try {
    let bytes = 0
    for await (const piece of body) {
      bytes += piece.byteLength
      if (piece.byteLength > 0) await writer.add(piece)
    }
    await Promise.all([writer.end(), alongside?.()])
    return bytes
  } finally {
    await writer.settle()
    await handle.close()
  }
}
