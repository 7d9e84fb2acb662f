import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connectPostgres } from '../../kernel/store/postgres.ts'
import { type EmbeddedStack, embeddedStack } from '../../tests/support/embedded-stack.ts'
import { ownDatabase } from '../../tests/support/own-database.ts'
import { type ClaimTables, claimFeedback, type FeedbackClaim } from './claims.ts'
import { feedback } from './service.ts'

const ROOT = '/api/v2/feedback'
const databaseUrl = inject('databaseUrl')
if (!databaseUrl) console.error(`feedback on PostgreSQL skips: ${inject('skipped')}`)
const HOSTILE = [
  `'); drop table feedback; --`,
  '<svg onload=alert(1)>',
  '{{ range.constructor("return 1")() }}',
  '=cmd|" /C calc"!A0',
  '\u0000\u0001\u202e zero and turned',
  'a\ud800b',
  '%00../../etc/passwd',
  '😀'.repeat(2500),
]

describe.each([
  { kind: 'sqlite', skip: false },
  { kind: 'postgres', skip: !databaseUrl },
])('feedback on $kind', ({ kind, skip }) => {
  describe.skipIf(skip)('', () => {
    let stack: EmbeddedStack
    const get = async (path: string) => {
      const reply = await stack.app.inject(ROOT + path)
      return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
    }
    const record = (over: Record<string, unknown> = {}): Record<string, unknown> & { response_id: string } => ({
      user_id: 'u',
      session_id: 's',
      rating: 1,
      ...over,
      response_id: String(over.response_id ?? randomUUID()),
    })
    const post = async (payload: object) => {
      const reply = await stack.app.inject({ method: 'POST', url: ROOT, payload })
      return { status: reply.statusCode, body: reply.json(), location: reply.headers.location }
    }

    beforeAll(async () => {
      const own = kind === 'postgres' ? await ownDatabase(databaseUrl ?? '') : undefined
      stack = await embeddedStack([feedback], {}, own ? () => connectPostgres({ url: own, log: pino({ level: 'silent' }) }) : undefined)
    })
    afterAll(() => stack.dispose())

    test('the first rating is created, the next one replaces it', async () => {
      const sent = record({ feedback_text: 'first', response_payload: { question: 'q', deep: [{ x: null }] }, experiment_name: null })
      const first = await post(sent)
      expect([first.status, first.body.status, first.location]).toEqual([201, 'created', `${ROOT}/${sent.response_id}`])
      const created = (await get(`/${sent.response_id}`)).body
      const { experiment_name: _none, ...kept } = sent
      expect(created).toEqual({ ...kept, created_at: expect.any(String), updated_at: created.created_at })

      const again = await post({ ...sent, rating: -1, feedback_text: undefined })
      expect([again.status, again.body.status]).toEqual([200, 'updated'])
      const updated = (await get(`/${sent.response_id}`)).body
      expect([updated.rating, updated.feedback_text, updated.created_at]).toEqual([-1, undefined, created.created_at])
      expect(Date.parse(updated.updated_at)).toBeGreaterThan(Date.parse(created.updated_at))
    })

    test('of many at once exactly one is created, and the last one holds', async () => {
      const response_id = randomUUID()
      const replies = await Promise.all(Array.from({ length: 12 }, (_, i) => post(record({ response_id, feedback_text: String(i) }))))
      expect(replies.map((r) => r.body.status).sort()).toEqual(['created', ...Array(11).fill('updated')])
      const held = (await get(`/${response_id}`)).body.feedback_text
      await post(record({ response_id, feedback_text: 'last' }))
      expect(held).toMatch(/^\d+$/)
      expect((await get(`/${response_id}`)).body.feedback_text).toBe('last')
    })

    const claim = (responseId: string, owner: string, now: number) => {
      const { database } = stack.ports
      return database.transaction<ClaimTables, FeedbackClaim>((trx) => claimFeedback(trx, database.kind, { responseId, owner, now }))
    }

    test('a clock that runs behind does not put an old rating on top', async () => {
      const id = randomUUID()
      const ahead = await claim(id, 'a', 5_000_000)
      const behind = await claim(id, 'a', 1_000_000)
      expect([ahead.first, behind.first]).toEqual([true, false])
      expect(behind.at).toBeGreaterThan(ahead.at)
    })

    test('a rating whose transaction fails leaves the response unrated, for whoever comes next', async () => {
      const { database } = stack.ports
      const id = randomUUID()
      const failing = database.transaction<ClaimTables, void>(async (trx) => {
        await claimFeedback(trx, database.kind, { responseId: id, owner: 'a', now: 1 })
        throw new Error('the disk is full')
      })
      await expect(failing).rejects.toThrow('the disk is full')
      expect((await claim(id, 'b', 2)).first).toBe(true)
      await expect(claim(id, 'a', 100_000)).rejects.toMatchObject({ code: 'forbidden' })
      expect((await claim(id, 'b', 100_001)).first).toBe(false)
    })

    test.each(HOSTILE)('hostile text %# comes back as it went in', async (text) => {
      const sent = record({ feedback_text: text.slice(0, 10_000), response_payload: { [text.slice(0, 50)]: text } })
      expect((await post(sent)).status).toBe(201)
      expect((await get(`/${sent.response_id}`)).body).toMatchObject({
        feedback_text: sent.feedback_text,
        response_payload: sent.response_payload,
      })
    })

    test.each(["' or 1=1 --", 'a/b', 'a%2Fb', 'Ä ö?#&', '..%2f..', 'x'.repeat(256)])('the id %s can be looked up', async (response_id) => {
      const { status, location } = await post(record({ response_id, user_id: response_id }))
      expect(status).toBe(201)
      expect((await get(String(location).slice(ROOT.length))).body.response_id).toBe(response_id)
      expect((await get(`?user_id=${encodeURIComponent(response_id)}`)).body).toHaveLength(1)
    })

    const nested = (depth: number): object => (depth === 0 ? {} : { in: nested(depth - 1) })
    test.each([
      ['an id with a line end', { response_id: 'a\nb' }, 400],
      ['an id with NUL', { user_id: 'a\u0000' }, 400],
      ['an id of 257 characters', { response_id: 'x'.repeat(257) }, 400],
      ['an id that is a path of its own', { response_id: 'summary' }, 400],
      ['an id that URLs drop', { response_id: '..' }, 400],
      ['a long comment', { feedback_text: 'x'.repeat(10_001) }, 400],
      ['a negative time', { response_time: -1 }, 400],
      ['a list as payload', { response_payload: [] }, 400],
      ['a payload that is nested too deeply', { response_payload: nested(100) }, 400],
      ['a large payload', { response_payload: { answer: 'ä'.repeat(90_000) } }, 413],
    ])('%s is refused', async (_, over, status) => {
      const sent = record(over)
      expect((await post(sent)).status).toBe(status)
      if (status === 413) expect((await get(`/${sent.response_id}`)).status).toBe(404)
    })

    test('a payload that is nested ten thousand times is 400, not a crash', async () => {
      const payload = `{"user_id":"u","session_id":"s","response_id":"r","rating":1,"response_payload":{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`
      const reply = await stack.app.inject({ method: 'POST', url: ROOT, payload, headers: { 'content-type': 'application/json' } })
      expect(reply.statusCode).toBe(400)
    })

    test('the largest record that is accepted fits on the log', async () => {
      const sent = record({
        user_id: '😀'.repeat(128),
        session_id: '😀'.repeat(128),
        feedback_text: '\u0001'.repeat(10_000),
        response_payload: { answer: 'x'.repeat(159_000) },
      })
      expect((await post(sent)).status).toBe(201)
    })

    test("a user's records, newest first, in portions", async () => {
      const user_id = randomUUID()
      const ids: string[] = []
      for (let i = 0; i < 3; i++) {
        const sent = record({ user_id })
        await post(sent)
        ids.unshift(sent.response_id)
      }
      const ofUser = async (query: string) =>
        (await get(`?user_id=${user_id}${query}`)).body.map((f: { response_id: string }) => f.response_id)
      expect(await ofUser('')).toEqual(ids)
      expect(await ofUser('&limit=1&offset=1')).toEqual([ids[1]])
      expect((await get(`?user_id=${user_id}&limit=1`)).headers['x-total-count']).toBe('3')
      expect((await get('?user_id=')).status).toBe(400)
      expect((await get('?user_id=%00')).status).toBe(400)
      expect((await get('/%00')).status).toBe(404)
      expect((await get('')).status).toBe(400)
      expect((await get('/recent?limit=x')).status).toBe(400)
      expect((await get('/recent?limit=1')).body[0].response_id).toBe(ids[0])
    })

    test('an experiment is told by variant, with the difference', async () => {
      const experiment_name = `exp-${randomUUID()}`
      const give = (variant_name: string | undefined, ratings: number[]) =>
        Promise.all(ratings.map((rating) => post(record({ experiment_name, variant_name, rating }))))
      await give('A', [1, 1, 1, 1, 1, 1, 1, 1, 1, -1])
      await give('B', [1, 1, 1, -1, -1, -1, -1, -1, -1, -1])
      await give(undefined, [0])
      const { body } = await get('/summary')
      expect(body.total).toBe(body.thumbs_up + body.thumbs_down + body.neutral)
      expect(body.up_rate).toBeCloseTo(body.thumbs_up / (body.thumbs_up + body.thumbs_down), 12)
      const [found, ...others] = body.by_experiment.filter((e: { experiment_name: string }) => e.experiment_name === experiment_name)
      expect(others).toEqual([])
      expect(found).toMatchObject({ total: 21, thumbs_up: 12, thumbs_down: 8, neutral: 1, up_rate: 0.6 })
      expect(
        found.variants.map((v: { variant_name: string; up_rate: number; total: number }) => [v.variant_name, v.up_rate, v.total]),
      ).toEqual([
        ['A', 0.9, 10],
        ['B', 0.3, 10],
        [null, 0, 1],
      ])
      expect(found.variants[2].interval).toBeNull()
      // Newcombe (1998), table II: 9/10 against 3/10
      expect(found.difference).toMatchObject({ variant: 'A', against: 'B', significant: true })
      expect([found.difference.low, found.difference.high].map((x: number) => x.toFixed(4))).toEqual(['0.1705', '0.8090'])
      const today = body.by_day.at(-1)
      expect(today.thumbs_up + today.thumbs_down + today.neutral).toBe(body.total)
      expect(body.recent).toHaveLength(10)
    })

    test('thumbs down come out as cases for evaluation, one a line', async () => {
      const payload = {
        question: 'Where to gather?\nSay it.',
        evaluation_case: { expected_answer: 'In the meadow.', expected_documents: ['plan.pdf'] },
      }
      const down = record({ rating: -1, feedback_text: 'wrong', response_payload: payload })
      const up = record({ rating: 1, response_payload: { question: 'What else?', evaluation_case: { expected_answer: 'That.' } } })
      await Promise.all([down, up, record({ rating: -1 })].map(post))
      const cases = async (query: string) => {
        const reply = await stack.app.inject(`${ROOT}/cases.jsonl${query}`)
        expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/jsonl; charset=utf-8'])
        return reply.body
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as { id: string })
      }
      const found = await cases('')
      const wanted = { id: down.response_id, question: payload.question, ...payload.evaluation_case, note: 'wrong' }
      expect(found.find(({ id }) => id === down.response_id)).toEqual(wanted)
      expect(found.some(({ id }) => id === up.response_id)).toBe(false)
      expect((await cases('?rating=up')).map(({ id }) => id)).toContain(up.response_id)
      expect((await cases('?rating=all')).length).toBeGreaterThan(found.length)
      expect((await stack.app.inject(`${ROOT}/cases.jsonl?rating=sideways`)).statusCode).toBe(400)
    })

    test('the export has every record, and no cell is a formula', async () => {
      const reply = await stack.app.inject(`${ROOT}/export.csv`)
      expect(reply.headers['content-type']).toMatch(/^text\/csv/)
      const rows: Record<string, string>[] = parse(reply.body, { columns: true, record_delimiter: '\r\n' })
      expect(rows).toHaveLength((await get('/summary')).body.total)
      const formula = rows.find((row) => row.feedback_text?.includes('cmd|'))
      expect(formula?.feedback_text).toBe(`'${HOSTILE[3]}`)
      expect(JSON.parse(formula?.response_payload ?? '')).toEqual({ [HOSTILE[3]!]: HOSTILE[3] })
      for (const row of rows)
        for (const [name, cell] of Object.entries(row)) if (name !== 'rating') expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
    })
  })
})
