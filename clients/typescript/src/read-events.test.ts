import { expect, it } from 'vitest'
import { readEvents } from './read-events.ts'

async function read(...pieces: readonly string[]) {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece))
      controller.close()
    },
  })
  return Array.fromAsync(readEvents(body))
}

it('reads events, their names and ids, and joins lines of data', async () => {
  expect(await read('id: 7\nevent: done\ndata: {"a":\ndata: 1}\n\ndata: x\n\n')).toEqual([
    { event: 'done', id: '7', data: '{"a":\n1}' },
    { event: 'message', id: undefined, data: 'x' },
  ])
})

it('does not mind where the pieces are cut', async () => {
  const text = 'event: token\r\ndata: one\r\n\r\n: still there\n\ndata: zwö\n\n'
  const bytes = [...new TextEncoder().encode(text)]
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  expect((await Array.fromAsync(readEvents(body))).map((e) => [e.event, e.data])).toEqual([
    ['token', 'one'],
    ['message', 'zwö'],
  ])
})

it('leaves out comments and an unfinished last block', async () => {
  expect(await read(': keep-alive\n\n', 'data: half')).toEqual([])
})
