import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { databaseKinds, type TestDatabase } from '../../../tests/support/databases.ts'
import { claimsMigration } from '../../claims/claims.ts'
import { systemClock } from '../../runtime/clock.ts'
import { ApiError } from '../../runtime/errors.ts'
import { testApp } from '../app/app.fixture.ts'
import type { App } from '../app/app.ts'
import { addIdempotency } from './idempotent-routes.ts'

const open = { access: 'open' } as const

describe.each(databaseKinds)('a command with an Idempotency-Key on $kind', ({ create }) => {
  let store: TestDatabase
  const apps: App[] = []
  let done = 0
  let fail = false
  let silent = false
  const begun: string[] = []

  beforeEach(async () => {
    store = await create()
    await (await store.open()).migrate([claimsMigration])
    done = 0
    fail = false
    silent = false
    begun.length = 0
  })
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()))
    await store.dispose()
  })

  /** An edge of its own on the one database. */
  async function edge(): Promise<App> {
    const { app } = await testApp()
    apps.push(app)
    addIdempotency(app, { database: await store.open(), clock: systemClock })
    app.post(
      '/make/:id',
      { config: open, schema: { body: z.unknown(), response: { 201: z.object({ made: z.int() }) } } },
      async ({ command }, reply) => {
        done++
        if (command) begun.push(`${command.id} ${command.resumed}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
        if (silent) throw new ApiError('unavailable', 'no answer', { details: { outcome: 'unknown' } })
        if (fail) throw new ApiError('conflict', 'not now')
        return reply.code(201).header('location', `/made/${done}`).send({ made: done })
      },
    )
    app.delete('/make/:id', { config: open }, async (_request, reply) => {
      done++
      return reply.code(204).send()
    })
    app.post('/move', { config: open }, async (_request, reply) => reply.redirect(`/moved/${++done}`, 303))
    app.post('/ask', { config: open, schema: { idempotent: false } }, async () => ({ asked: ++done }))
    return app
  }
  const send = async (app: App, url: string, key?: string, payload: object = { a: 1 }, method: 'POST' | 'DELETE' = 'POST') => {
    const reply = await app.inject({
      method,
      url,
      ...(method === 'POST' ? { payload } : {}),
      headers: key ? { 'idempotency-key': key } : {},
    })
    return [reply.statusCode, reply.headers.location, reply.body] as const
  }

  it('is done once; its first reply comes again, also from another edge', async () => {
    const [one, other] = [await edge(), await edge()]
    const first = await send(one, '/make/1', 'k')
    expect(first).toEqual([201, '/made/1', '{"made":1}'])
    expect(await send(other, '/make/1', 'k')).toEqual(first)
    expect(await send(one, '/make/1')).toEqual([201, '/made/2', '{"made":2}'])
    expect(done).toBe(2)
  })

  it('with other content, or on another thing, is a conflict', async () => {
    const app = await edge()
    await send(app, '/make/1', 'k')
    expect((await send(app, '/make/1', 'k', { a: 2 }))[0]).toBe(409)
    expect((await send(app, '/make/2', 'k'))[0]).toBe(409)
    expect(done).toBe(1)
  })

  it('sent to two edges at once is done once', async () => {
    const [one, other] = [await edge(), await edge()]
    const replies = await Promise.all([send(one, '/make/1', 'k'), send(other, '/make/1', 'k'), send(one, '/make/1', 'k')])
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(done).toBe(1)
  })

  it('that failed may be tried again with its key', async () => {
    const app = await edge()
    fail = true
    expect((await send(app, '/make/1', 'k'))[0]).toBe(409)
    fail = false
    expect(await send(app, '/make/1', 'k')).toEqual([201, '/made/2', '{"made":2}'])
  })

  it('that may have happened all the same is the next request’s to finish, as the same command', async () => {
    const [one, other] = [await edge(), await edge()]
    silent = true
    expect((await send(one, '/make/1', 'k'))[0]).toBe(503)
    expect((await send(one, '/make/1', 'k', { a: 2 }))[0]).toBe(409)
    silent = false
    expect((await send(other, '/make/1', 'k'))[0]).toBe(201)
    const [id] = begun[0]!.split(' ')
    expect(begun).toEqual([`${id} false`, `${id} true`])
  })

  it('keeps replies without a body and redirects as they are', async () => {
    const app = await edge()
    for (let i = 0; i < 2; i++) expect(await send(app, '/make/1', 'd', {}, 'DELETE')).toEqual([204, undefined, ''])
    for (let i = 0; i < 2; i++) expect(await send(app, '/move', 'm')).toEqual([303, '/moved/2', ''])
    expect(done).toBe(2)
  })

  it('is not what reads by POST', async () => {
    const app = await edge()
    await send(app, '/ask', 'k')
    expect(await send(app, '/ask', 'k', { a: 2 })).toEqual([200, undefined, '{"asked":2}'])
  })
})
