import { type FileHandle, open } from 'node:fs/promises'

/** Bytes that are written together. */
const BATCH = 1024 * 1024
/** Bytes that may wait for the disk while more come in. */
const MOST_WAITING = 4 * BATCH

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
  let running: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined

  const begin = () => {
    if (running || failure || size === 0) return
    const [pieces, bytes] = [waiting, size]
    waiting = []
    size = 0
    running = writeAll(handle, pieces, bytes)
      .then(() => onWritten && pieces.forEach(onWritten))
      // Kept, because nobody may be waiting for this batch now.
      .catch((error: unknown) => void (failure = { error }))
      .finally(() => {
        running = undefined
        if (size >= BATCH) begin()
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
    /** Resolves when everything is written. */
    async end(): Promise<void> {
      for (begin(); running; begin()) await running
      check()
    },
    /** Resolves when nothing is under way any more. */
    async settle(): Promise<void> {
      waiting = []
      size = 0
      await running
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
    await writer.end()
    await Promise.all([handle.sync(), alongside?.()])
    return bytes
  } finally {
    await writer.settle()
    await handle.close()
  }
}
