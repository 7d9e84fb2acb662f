import type { BlobInfo } from './blobs.ts'

const PARALLEL = 8

/** Removes each listed blob, some at once. Rejects with the first failure. */
export async function removeListed(listed: AsyncIterable<BlobInfo>, remove: (path: string) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>()
  for await (const { path } of listed) {
    const removal: Promise<void> = remove(path).finally(() => running.delete(removal))
    running.add(removal)
    if (running.size >= PARALLEL) await Promise.race(running)
  }
  await Promise.all(running)
}
