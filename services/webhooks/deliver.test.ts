import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OutgoingRecord } from '../../kernel/broker/broker.ts'
import { installationKey } from '../../kernel/connections/installation-key.ts'
import { newId } from '../../kernel/runtime/ids.ts'
import { chatCompleted } from '../../schemas/chat.ts'
import { type EmbeddedStack, embeddedStack } from '../../tests/support/embedded-stack.ts'
import { eventOf, handlerContext } from '../../tests/support/handler-context.ts'
import { createDelivery, type Send } from './deliver.ts'
import { noteDeliveries } from './note-deliveries.ts'
import type { Posted } from './post.ts'
import { MOST_ATTEMPTS } from './schedule.ts'
import { openSecrets, rotated, type Secrets, sealSecrets, signatureHeaders } from './secrets.ts'
import { webhooks } from './service.ts'
import type { DeliveryRow, WebhookTables } from './tables.ts'

const HOUR = 3_600_000
const WITHIN = { timeout: 30_000 }
let stack: EmbeddedStack
let now: number
let records: OutgoingRecord[]
const clock = { now: () => now }

beforeEach(async () => {
  // The loop of the edge would send by itself: routes, without it.
  stack = await embeddedStack([{ ...webhooks, routes: undefined }], { WEBHOOK_ALLOW_PRIVATE: 'true' })
  now = Date.now()
  records = []
  const { broker } = stack.ports
  const publish = broker.publish.bind(broker)
  vi.spyOn(broker, 'publish').mockImplementation((some) => {
    records.push(...some)
    return publish(some)
  })
})
afterEach(() => stack.dispose())

const tables = () => stack.ports.database.tables<WebhookTables>()
const endpoint = async (id = newId()) => {
  const row = { id, url: 'http://x.example/', events: '["chat.completed"]', description: '', enabled: 1, disabled: null }
  await tables()
    .insertInto('webhook_endpoints')
    .values({ ...row, secrets: '', since: now, failing_since: null, created: now })
    .execute()
  return id
}
const happened = () => eventOf('chat.completed', chat(), { id: newId(), time: now })
const chat = () =>
  chatCompleted.make({
    ...{ event: 'chat.completed', conversation_id: newId(), message_count: 1, total_tokens: 2, processing_time_ms: 3 },
    ...{ timestamp: new Date(now).toISOString(), webhook_id: null },
  }).payload
const note = (event: ReturnType<typeof eventOf>) => noteDeliveries.handle(handlerContext({ ...stack.ports, clock }), event)
const rows = () => tables().selectFrom('webhook_deliveries').selectAll().orderBy('created').execute()
/** What went out, by its topic. */
const told = (topic: string) =>
  records.filter((record) => record.topic === topic).map(({ value }) => JSON.parse(Buffer.from(value).toString()))
const arrived: Posted = { status: 200, error: null }
const failed: Posted = { status: 500, error: 'answered with 500' }

async function round(answer: (delivery: DeliveryRow) => Posted) {
  const sent: DeliveryRow[] = []
  const send: Send = async (_, delivery) => {
    sent.push(delivery)
    return answer(delivery)
  }
  const delivery = createDelivery({ ...stack.ports, clock }, send)
  await delivery.begin()
  await delivery.settled()
  return sent
}

test('each endpoint gets an event once, also where the event comes twice; what was before it gets none', async () => {
  const [a, b] = [await endpoint(), await endpoint()]
  const event = happened()
  await note(event)
  await note(event)
  const sent = await round(() => arrived)
  expect(sent.map((d) => d.endpoint).sort()).toEqual([a, b].sort())
  expect(JSON.parse(sent[0]!.body)).toMatchObject({ event: 'chat.completed', webhook_id: sent[0]!.endpoint })
  expect(await round(() => arrived)).toEqual([])
  now += 60_000
  const late = await endpoint()
  await note(event)
  expect((await rows()).filter((d) => d.endpoint === late)).toEqual([])
})

test('a message is tried eight times with one body, then given up and told', async () => {
  await endpoint()
  await note(happened())
  const bodies = new Set<string>()
  for (let made = 1; made <= MOST_ATTEMPTS; made++) {
    const [sent] = await round(() => failed)
    bodies.add(`${sent?.id} ${sent?.body}`)
    expect(await round(() => failed)).toEqual([])
    now += 12 * HOUR
  }
  expect(bodies.size).toBe(1)
  expect((await rows())[0]).toMatchObject({ state: 'failed', attempts: MOST_ATTEMPTS })
  await expect.poll(() => told('webhook.exhausted'), WITHIN).toEqual([expect.objectContaining({ attempts: MOST_ATTEMPTS, status: 500 })])
  expect(await round(() => arrived)).toEqual([])
})

test('an endpoint that is gone, or at which nothing arrives for five days, is disabled and told; what waited has failed', async () => {
  const gone = await endpoint()
  await note(happened())
  await round(() => ({ status: 410, error: 'answered with 410' }))
  expect(await tables().selectFrom('webhook_endpoints').selectAll().where('id', '=', gone).executeTakeFirst()).toMatchObject({
    enabled: 0,
    disabled: 'gone',
  })
  const failing = await endpoint()
  for (let day = 0; day <= 5; day++) {
    await note(happened())
    await round(() => failed)
    now += 24 * HOUR + 1000
  }
  expect(await tables().selectFrom('webhook_endpoints').selectAll().where('id', '=', failing).executeTakeFirst()).toMatchObject({
    enabled: 0,
    disabled: 'failing',
  })
  await expect.poll(() => told('webhook.disabled').map(({ reason }) => reason), WITHIN).toEqual(['gone', 'failing'])
  expect((await rows()).filter((d) => d.state === 'waiting')).toEqual([])
})

test('an endpoint that is down for two hours gets all of it once when it is back, and no other waits for it', async () => {
  const [down, other] = [await endpoint(), await endpoint()]
  const back = now + 2 * HOUR
  const got = new Map<string, string[]>([
    [down, []],
    [other, []],
  ])
  let [noted, attempts] = [0, 0]
  const waiting = async () => (await rows()).filter((d) => d.state === 'waiting')
  for (const end = now + 6 * HOUR; now < end; now += HOUR / 12) {
    if (now < back && ++noted) await note(happened())
    await round((delivery) => {
      if (delivery.endpoint === down) attempts++
      if (delivery.endpoint === down && now < back) return failed
      got.get(delivery.endpoint)?.push(delivery.id)
      return arrived
    })
    expect((await waiting()).filter((d) => d.endpoint === other)).toEqual([])
  }
  expect(await waiting()).toEqual([])
  for (const ids of got.values()) expect([ids.length, new Set(ids).size]).toEqual([noted, noted])
  // At most a try at once, after 5 s, 5 min, 30 min and 2 h.
  expect(attempts).toBeLessThanOrEqual(5 * noted)
})

test('one arrival lets an endpoint begin anew', async () => {
  const id = await endpoint()
  await note(happened())
  await round(() => failed)
  now += 10_000
  await round(() => arrived)
  expect(await tables().selectFrom('webhook_endpoints').select('failing_since').where('id', '=', id).executeTakeFirst()).toEqual({
    failing_since: null,
  })
})

test('of two processes one sends a message, and after a death another does', async () => {
  await endpoint()
  for (let i = 0; i < 3; i++) await note(happened())
  const sent: string[] = []
  let release = () => {}
  const hangs = new Promise<void>((resolve) => {
    release = resolve
  })
  const send: Send = async (_, { id }) => {
    sent.push(id)
    await hangs
    return arrived
  }
  const processes = [createDelivery({ ...stack.ports, clock }, send), createDelivery({ ...stack.ports, clock }, send)]
  await Promise.all(processes.map((p) => p.begin()))
  await Promise.all(processes.map((p) => p.begin()))
  expect(new Set(sent).size).toBe(3)
  expect(sent).toHaveLength(3)
  // Neither tells of its end: the leases run out.
  now += 61_000
  expect(await round(() => arrived)).toHaveLength(3)
  release()
  await Promise.all(processes.map((p) => p.settled()))
  expect((await rows()).map((d) => [d.state, d.attempts])).toEqual(Array.from({ length: 3 }, () => ['delivered', 1]))
})

test('an endpoint that says nothing takes four places, and no other waits for it', async () => {
  const silent = await endpoint()
  for (let i = 0; i < 6; i++) await note(happened())
  const other = await endpoint()
  now += 1
  await note(happened())
  let release = () => {}
  const hangs = new Promise<void>((resolve) => {
    release = resolve
  })
  const begun: string[] = []
  const delivery = createDelivery({ ...stack.ports, clock }, async ({ id }) => {
    begun.push(id)
    if (id === silent) await hangs
    return arrived
  })
  await delivery.begin()
  await delivery.begin()
  expect(begun.filter((id) => id === silent)).toHaveLength(4)
  expect(begun).toContain(other)
  release()
  await delivery.settled()
})

test('secrets lie encrypted, all that hold sign, and old ones end after a day', async () => {
  const key = installationKey({ blobs: stack.ports.blobs })
  let secrets: Secrets = []
  const made: string[] = []
  for (let i = 0; i < 3; i++) {
    const next = rotated(secrets, now + i * HOUR)
    made.push(next.secret)
    secrets = next.secrets
  }
  const sealed = await sealSecrets(key, 'a', secrets)
  for (const secret of made) expect(sealed).not.toContain(secret.slice(6))
  expect(await openSecrets(key, 'a', sealed)).toEqual(secrets)
  await expect(openSecrets(key, 'b', sealed)).rejects.toMatchObject({ code: 'unavailable' })
  const headers = signatureHeaders(secrets, { id: 'm', body: '{}', now })
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(3)
  for (const secret of made) expect(() => new Webhook(secret).verify('{}', headers)).not.toThrow()
  expect(signatureHeaders(secrets, { id: 'm', body: '{}', now: now + 27 * HOUR })['webhook-signature']?.split(' ')).toHaveLength(1)
})
