/** The same values in lists of `size`; the last one may be shorter. */
export async function* inBatches<T>(values: Iterable<T> | AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const value of values) {
    batch.push(value)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** What was taken from an iterator, and then its rest, which is ended where nobody wants more of it. */
export async function* startingWith<T>(first: readonly T[], rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield* first
  yield* { [Symbol.asyncIterator]: () => rest }
}
