/** What was taken from an iterator, and then its rest, which is ended where nobody wants more of it. */
export async function* startingWith<T>(first: readonly T[], rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield* first
  yield* { [Symbol.asyncIterator]: () => rest }
}
