import { expect, it } from 'vitest'

interface State {
  readonly status: string
}
interface Modules {
  until: (
    read: () => Promise<State>,
    isOver: (state: State) => boolean,
    how?: { onState?: (state: State) => void; everyMs?: number; signal?: AbortSignal; tries?: number },
  ) => Promise<State | undefined>
}
const { until }: Modules = await import(new URL('../../web/api/until.js', import.meta.url).href)

const failed = (status: number) => Object.assign(new Error(`status ${status}`), { status, retryAfterMs: 1 })
/** Gives or throws one after the other. */
const telling = (...all: (string | Error)[]) => {
  const left = [...all]
  return async () => {
    const next = left.shift()
    if (next === undefined) throw new Error('asked too often')
    if (next instanceof Error) throw next
    return { status: next }
  }
}
const isDone = ({ status }: State) => status === 'done'

it('tells every state before the last, and gives the last', async () => {
  const told: string[] = []
  const end = await until(telling('queued', 'at work', 'done'), isDone, { everyMs: 1, onState: ({ status }) => told.push(status) })
  expect([told, end]).toEqual([['queued', 'at work'], { status: 'done' }])
})

it('waits out what passes, so many times in a row, and no more', async () => {
  expect(await until(telling(failed(503), failed(0), 'at work', failed(429), 'done'), isDone, { everyMs: 1, tries: 3 })).toEqual({
    status: 'done',
  })
  await expect(until(telling(failed(503), failed(503)), isDone, { everyMs: 1, tries: 2 })).rejects.toThrow('status 503')
})

it('says at once what does not pass', async () => {
  await expect(until(telling(failed(404)), isDone)).rejects.toThrow('status 404')
  await expect(until(telling(new Error('a mistake')), isDone)).rejects.toThrow('a mistake')
})

it('ends without a state for whoever has left, also where leaving broke the call off', async () => {
  const left = new AbortController()
  const leave = async () => {
    left.abort()
    throw failed(500)
  }
  expect(await until(leave, isDone, { signal: left.signal })).toBeUndefined()
})
