import { threadId } from 'node:worker_threads'
import { ApiError, WorkError } from '../errors.ts'

const spin = (ms: number): number => {
  const until = performance.now() + ms
  while (performance.now() < until);
  return ms
}

export const works = {
  spin,
  sum: (...numbers: number[]): number => numbers.reduce((a, b) => a + b, 0),
  fill: (): number => {
    const held: number[][] = []
    for (;;) held.push(Array.from({ length: 10_000 }, (_, i) => i / 3))
  },
  thread: (): number => threadId,
  leave: (): never => process.exit(3),
  refuse: (how: 'api' | 'work' | 'other'): never => {
    if (how === 'api') throw new ApiError('invalid_request', 'not so', { details: { field: 'how' } })
    if (how === 'work') throw new WorkError('broken', 'not so', { retryable: true })
    throw new TypeError('not so')
  },
  later: async (text: string): Promise<string> => text,
}
export type FixtureWorks = typeof works
