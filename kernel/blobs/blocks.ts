/** A body in blocks of `size` bytes, the last one shorter; none for an empty body. */
export async function* blocksOf(body: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = []
  let held = 0
  for await (const piece of body) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + size - held)
      pieces.push(part)
      held += part.length
      at += part.length
      if (held < size) continue
      yield Buffer.concat(pieces)
      pieces = []
      held = 0
    }
  }
  if (held > 0) yield Buffer.concat(pieces)
}
