import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { encodeRecord } from '../../../kernel/broker/codec.ts'
import { listen } from '../../../kernel/http/app/app.fixture.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import { keyChanged } from '../../../kernel/views/keyed-bells.ts'
import { changedKey, PROJECTED } from '../../../kernel/views/project.ts'
import { waitProjected } from '../../../kernel/views/run-projector.ts'
import type { EventDraft } from '../../../schemas/event.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { uploads } from '../uploads/service.ts'
import { type UploadEvents, uploadEventsOf } from './upload-events.fixture.ts'
import { uploadsView } from './views.ts'

let stack: EmbeddedStack
let url: string
beforeAll(async () => {
  stack = await embeddedStack([uploads])
  url = await listen(stack.app)
})
afterAll(() => stack.dispose())

const entitySchema = z.looseObject({ status: z.string(), processing_stage: z.string() })

/** Opens the stream; `rest` resolves with all events once the server has ended it. */
async function open({ subject }: UploadEvents, lastId?: string) {
  const res = await fetch(`${url}/api/v2/upload/status/${subject.upload_id}/events`, { headers: lastId ? { 'last-event-id': lastId } : {} })
  if (res.status !== 204) expect(res.headers.get('content-type')).toContain('text/event-stream')
  const rest = async () =>
    (await res.text())
      .split('\n\n')
      .filter((frame) => frame.includes('data:'))
      .map((frame) => {
        const field = (name: string) =>
          frame
            .split('\n')
            .find((l) => l.startsWith(`${name}: `))
            ?.slice(name.length + 2) ?? ''
        const { status, processing_stage } = entitySchema.parse(JSON.parse(field('data')))
        return { id: field('id'), event: field('event'), at: `${status} ${processing_stage}` }
      })
  return { status: res.status, rest }
}

test('sends the entity after each event, those before it included, and ends with the upload', async () => {
  const events = uploadEventsOf('followed.txt')
  await stack.publish([events.received()])
  const { rest } = await open(events)
  await stack.publish([events.parsed()])
  await stack.publish([events.indexed()])
  const all = await rest()
  expect(all.map((e) => e.at)).toEqual(['queued stored', 'processing chunking', 'complete indexed'])
  expect(new Set(all.map((e) => e.event))).toEqual(new Set(['status']))
})

test('resumes behind Last-Event-ID, and shows the present state for an id that is not known', async () => {
  const events = uploadEventsOf('resumed.txt')
  for (const draft of [events.received(), events.parsed(), events.chunked(), events.indexed()]) await stack.publish([draft])
  const all = await (await open(events)).rest()
  expect(all).toHaveLength(4)
  expect(await (await open(events, all[1]?.id)).rest()).toEqual(all.slice(2))
  expect(await (await open(events, 'forgotten')).rest()).toEqual(all.slice(3))
  const behind = await open(events, all[3]?.id)
  expect([behind.status, await behind.rest()]).toEqual([204, []])
})

test('an event that arrives late is sent late, and resuming gives the same order', async () => {
  const events = uploadEventsOf('late.txt')
  const [received, parsed, chunked, indexed] = [events.received(), events.parsed(), events.chunked(), events.indexed()]
  const origin = (time: number) => ({ id: newId(), source: '/test', requestId: '', time })
  const now = Date.now()
  const send = (draft: EventDraft, time: number) => stack.ports.broker.publish([encodeRecord(draft, origin(time))])
  for (const [draft, time] of [
    [received, now],
    [chunked, now + 20],
    [parsed, now + 10],
    [indexed, now + 30],
    [events.failed('parsing'), now + 5],
  ] as const) {
    const positions = await send(draft, time)
    expect(await waitProjected(stack.ports.database, positions, 10_000)).toBe(true)
  }
  const all = await (await open(events)).rest()
  expect(all.map((e) => e.at)).toEqual(['queued stored', 'processing embedding', 'processing embedding', 'complete indexed'])
  for (const i of [0, 1, 2, 3]) expect(await (await open(events, all[i]?.id)).rest()).toEqual(all.slice(i + 1))
})

test('ends when the upload is deleted', async () => {
  const events = uploadEventsOf('deleted.txt')
  await stack.publish([events.received()])
  const { rest } = await open(events)
  await stack.publish([events.deleted()])
  expect((await rest()).at(-1)?.at).toBe('queued stored')
})

test('is not opened for an upload that nobody knows', async () => {
  const res = await fetch(`${url}/api/v2/upload/status/${uploadEventsOf('x').subject.upload_id}/events`)
  expect(res.status).toBe(404)
})

test('an event of an upload wakes who follows that upload, and nobody else', async () => {
  const all = ['woken.txt', 'asleep.txt', 'next.txt'].map((name) => uploadEventsOf(name))
  await stack.publish(all.map((events) => events.received()))
  const end = new AbortController()
  const woken: string[] = []
  for (const { subject } of all) {
    const key = changedKey(uploadsView.name, subject.upload_id)
    void keyChanged(stack.ports.database, PROJECTED, key, 60_000, end.signal).then(() => woken.push(subject.upload_id))
  }
  const [one, , next] = all.map(({ subject }) => subject.upload_id)
  await stack.publish([all[0]!.parsed()])
  await expect.poll(() => woken).toEqual([one])
  await stack.publish([all[2]!.parsed()])
  await expect.poll(() => woken).toEqual([one, next])
  end.abort()
})
