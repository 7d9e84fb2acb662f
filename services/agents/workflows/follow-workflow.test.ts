import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { type ScriptedModel, startModel } from '../../../tests/support/scripted-model.ts'
import { agentsServing } from '../service.ts'
import { eventIdOf } from './follow-workflow.ts'
import { workflows } from './service.ts'

const FLOW = '/ai/tap/workflows/tagging-suggestions'
let stack: EmbeddedStack
let model: ScriptedModel
let url: string
let go: () => void
beforeAll(async () => {
  const gate = new Promise<void>((resolve) => (go = resolve))
  model = await startModel(async ({ messages }) => {
    if (JSON.stringify(messages).includes('wait')) await gate
    return '{"tags": ["a"]}'
  })
  stack = await embeddedStack([workflows, agentsServing([])], { LLM_BASE_URL: model.url })
  url = await stack.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await stack.dispose()
  await model.close()
})

/** The events of a stream, read to its end. */
async function* events(path: string, lastId?: string) {
  const reply = await fetch(`${url}${path}`, {
    headers: lastId === undefined ? {} : { 'last-event-id': lastId },
    signal: AbortSignal.timeout(30_000),
  })
  // 204: nothing comes behind that id.
  if (reply.status === 204) return
  let text = ''
  for await (const piece of reply.body!.pipeThrough(new TextDecoderStream())) {
    text += piece
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [block, rest] = [text.slice(0, end), text.slice(end + 2)]
      text = rest
      const id = /^id: (.*)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) yield { id, run: JSON.parse(data) as { status: string; progress: { processed: number } } }
    }
  }
}

test('every event has an id of its own, progress included, and a stream goes on behind the one that was seen last', async () => {
  const posts = ['one', 'two', 'wait'].map((text) => ({ postId: text, text }))
  const { runId } = (await stack.app.inject({ method: 'POST', url: `${FLOW}/create-run`, payload: { posts } })).json() as { runId: string }
  const path = `${FLOW}/runs/${runId}/events`
  const live: { id: string | undefined; processed: number; status: string }[] = []
  for await (const { id, run } of events(path)) {
    live.push({ id, processed: run.progress.processed, status: run.status })
    if (run.progress.processed >= 2) go()
  }
  expect(live.at(-1)).toMatchObject({ status: 'completed', processed: 3 })
  expect(live.some(({ id }) => id?.includes('.'))).toBe(true)
  expect(new Set(live.map(({ id }) => id)).size).toBe(live.length)
  expect(live.every(({ id }) => id !== undefined)).toBe(true)
  for (const [at, { id }] of live.entries()) {
    const again = await Array.fromAsync(events(path, id))
    const entries = live.slice(at + 1).filter((one) => !one.id?.includes('.'))
    expect([id, again.map((one) => one.id)]).toEqual([id, entries.map((one) => one.id)])
  }
})

test('an id that was never sent is none', () => {
  expect([eventIdOf('7'), eventIdOf('7.40'), eventIdOf(undefined)]).toEqual([
    { entry: 7, processed: 0 },
    { entry: 7, processed: 40 },
    { entry: 0, processed: 0 },
  ])
  for (const id of ['x', '-1', '1.2.3', '9999999999', '']) expect(eventIdOf(id)).toEqual({ entry: 0, processed: 0 })
})
