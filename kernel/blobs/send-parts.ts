/**
 * Sends the blocks of a body, `parallel` at once, and gives what each reply was, in order. Rejects with the first failure, also that of the
 * body, once nothing is under way any more.
 */
export async function sendParts<T>(
  blocks: AsyncIterable<Buffer>,
  parallel: number,
  send: (block: Buffer, index: number) => Promise<T>,
): Promise<{ sent: T[]; bytes: number }> {
  const sent: T[] = []
  const running = new Set<Promise<unknown>>()
  let bytes = 0
  let count = 0
  let failure: { error: unknown } | undefined
  try {
    for await (const block of blocks) {
      if (failure) throw failure.error
      const index = count++
      bytes += block.length
      const part: Promise<unknown> = send(block, index)
        .then((reply) => {
          sent[index] = reply
        })
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => running.delete(part))
      running.add(part)
      if (running.size === parallel) await Promise.race(running)
    }
  } finally {
    await Promise.all(running)
  }
  if (failure) throw failure.error
  return { sent, bytes }
}
