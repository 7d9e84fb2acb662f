import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { accessSchema } from '../../../kernel/config/access-config.ts'
import { connectPostgres } from '../../../kernel/store/postgres.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { ownDatabase } from '../../../tests/support/own-database.ts'
import { chat } from '../service.ts'

const ROOT = '/api/v2/chat/conversations'
const databaseUrl = inject('databaseUrl')
if (!databaseUrl) console.error(`conversations on PostgreSQL skip: ${inject('skipped')}`)
const KEYS = { SUBSCRIPTION_KEYS: 'ada:key-of-ada-0123456789,eve:key-of-eve-0123456789,public:key-of-public-0123456789' }
const BROWSER = 'b'.repeat(32)

const sourceOf = (documentId: string, more: object = {}) => ({
  id: `chunk-${documentId}`,
  document_id: documentId,
  index: 'documents',
  filename: 'a.txt',
  text: 'Words.',
  ...more,
})
const exchange = (question: string, answer = 'Words.', sources: object[] = []) => ({
  question,
  replies: [{ reply: { answer, metadata: sources, citations: [] }, settings: { filter: "title eq 'secret'" }, rating: 1 }],
})

describe.each([
  { kind: 'sqlite', skip: false },
  { kind: 'postgres', skip: !databaseUrl },
])('conversations on $kind', ({ kind, skip }) => {
  describe.skipIf(skip)('', () => {
    const started: EmbeddedStack[] = []
    const start = async (variables: Record<string, string>) => {
      const own = kind === 'postgres' ? await ownDatabase(databaseUrl ?? '') : undefined
      const stack = await embeddedStack(
        [chat],
        variables,
        own ? () => connectPostgres({ url: own, log: pino({ level: 'silent' }) }) : undefined,
      )
      started.push(stack)
      return stack
    }
    let open: EmbeddedStack
    let keyed: EmbeddedStack
    beforeAll(async () => {
      open = await start({})
      keyed = await start(KEYS)
      Object.assign(keyed.ports.config, { access: accessSchema.parse({ keys: { public: { confidentiality: ['public'] } } }) })
    })
    afterAll(async () => {
      for (const stack of started) await stack.dispose()
    })
    type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
    const caller = (stack: EmbeddedStack, headers: Record<string, string>) => async (method: Method, path: string, payload?: object) => {
      const url = path.startsWith('/api') ? path : ROOT + path
      const reply = await stack.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
      return { status: reply.statusCode, body: reply.json() }
    }
    const browser = (id: string) => caller(open, { 'x-browser-id': id })
    const key = (name: string) => caller(keyed, { 'ocp-apim-subscription-key': `key-of-${name}-0123456789` })

    test('an exchange is kept as it was, replaced in its place, and taken out', async () => {
      const ada = key('ada')
      const first = exchange('When are\nthe ropes checked?', 'Four weeks before. [1]', [sourceOf('d', { page_number: 3, odd: [null] })])
      const kept = await ada('PUT', '/c1/turns/q1', first)
      expect([kept.status, kept.body]).toEqual([
        201,
        expect.objectContaining({ id: 'c1', title: 'When are the ropes checked?', exchange_count: 1, shared: false }),
      ])
      expect(Date.parse(kept.body.expires_at) - Date.parse(kept.body.updated_at)).toBe(90 * 86_400_000)
      const images = [{ name: 'gate.png', size: 7 }]
      const second = {
        question: 'And then?',
        images,
        replies: [{ error: { message: 'The model was away.', code: 'x' } }, { text: 'Well,' }],
      }
      expect((await ada('PUT', '/c1/turns/q2', second)).status).toBe(200)
      expect((await ada('PUT', '/c1/turns/q1', { ...first, replies: [{ ...first.replies[0], rating: -1 }] })).body.exchange_count).toBe(2)
      const { exchanges, earlier } = (await ada('GET', '/c1')).body
      expect(exchanges).toEqual([
        { id: 'q1', at: expect.any(String), ...first, images: [], replies: [{ ...first.replies[0], rating: -1 }] },
        { id: 'q2', at: expect.any(String), ...second },
      ])
      expect(earlier).toBeNull()
      expect((await ada('DELETE', '/c1/turns/q2')).body.exchange_count).toBe(1)
      expect((await ada('PATCH', '/c1', { title: '  Ropes ' })).body.title).toBe('Ropes')
    })

    test('lists and exchanges come page by page', async () => {
      const eve = key('eve')
      for (let i = 1; i <= 5; i++) await eve('PUT', `/page-${i % 3}/turns/q${i}`, exchange(`Question ${i}?`))
      const list = (await eve('GET', '?limit=2')).body
      expect(list.items.map((c: { id: string }) => c.id)).toEqual(['page-2', 'page-1'])
      const rest = (await eve('GET', `?limit=2&cursor=${list.next_cursor}`)).body
      expect([rest.items.map((c: { id: string }) => c.id), rest.next_cursor, rest.kept_for]).toEqual([['page-0'], null, 'caller'])
      const newest = (await eve('GET', '/page-2?limit=1')).body
      expect(newest.exchanges.map((e: { id: string }) => e.id)).toEqual(['q5'])
      const before = (await eve('GET', `/page-2?limit=1&before=${newest.earlier}`)).body
      expect([before.exchanges.map((e: { id: string }) => e.id), before.earlier]).toEqual([['q2'], null])
    })

    test('nobody reads or changes another’s; on an open server a browser’s own id says whose they are', async () => {
      for (const [one, other] of [
        [key('ada'), key('eve')],
        [browser(BROWSER), browser('c'.repeat(32))],
      ] as const) {
        await one('PUT', '/mine/turns/q1', exchange('Mine?'))
        const calls: [Method, string, object?][] = [
          ['GET', '/mine'],
          ['GET', '/mine/context'],
          ['PATCH', '/mine', { title: 'Theirs' }],
          ['DELETE', '/mine/turns/q1'],
          ['POST', '/mine/share'],
          ['DELETE', '/mine/share'],
          ['DELETE', '/mine'],
        ]
        for (const [method, path, body] of calls)
          expect([method, path, (await other(method, path, body)).status]).toEqual([method, path, 404])
        expect((await other('GET', '')).body.items.map((c: { id: string }) => c.id)).not.toContain('mine')
        await other('DELETE', '')
        expect((await one('GET', '/mine')).status).toBe(200)
      }
      const refused = await caller(open, {})('GET', '')
      expect([refused.status, refused.body.error.details.field]).toEqual([400, 'X-Browser-Id'])
      expect((await browser('short')('GET', '')).status).toBe(400)
    })

    test('what was deleted stays deleted, also when an answer comes late', async () => {
      const visitor = browser('d'.repeat(32))
      for (const id of ['a', 'b']) await visitor('PUT', `/${id}/turns/q1`, exchange('Silver lantern?'))
      expect((await visitor('DELETE', '/a')).body).toEqual({ deleted: 1 })
      expect((await visitor('PUT', '/a/turns/q2', exchange('Late?'))).status).toBe(404)
      expect((await visitor('DELETE', '')).body).toEqual({ deleted: 1 })
      expect([(await visitor('GET', '')).body.items, (await visitor('GET', '/b')).status]).toEqual([[], 404])
    })

    test('a link shows a reader all, or as much as the reader’s limits bear, and nothing of how it was asked', async () => {
      const { documentId: secret } = await keyed.ingest({
        name: 'secret.txt',
        texts: ['A lantern.'],
        metadata: { confidentiality: 'secret' },
      })
      const { documentId: plain } = await keyed.ingest({ name: 'plain.txt', texts: ['A rope.'], metadata: { confidentiality: 'public' } })
      const [ada, eve, limited] = [key('ada'), key('eve'), key('public')]
      const shownTo = async (reader: typeof ada, id: string) => {
        const { token } = (await ada('POST', `/${id}/share`)).body
        const { body, status } = await reader('GET', `/api/v2/chat/shared/${token}`)
        expect(status).toBe(200)
        return { ...body, questions: body.exchanges.map((e: { question: string }) => e.question), text: JSON.stringify(body) }
      }
      await ada('PUT', '/s/turns/q1', exchange('Ropes?', 'A rope.', [sourceOf(plain)]))
      await ada('PUT', '/s/turns/q2', exchange('Lanterns?', 'A silver lantern.', [sourceOf(plain), sourceOf(secret)]))
      await ada('PUT', '/s/turns/q3', exchange('So of silver?', 'Yes, silver.', [sourceOf(plain)]))
      await ada('PATCH', '/s', { title: 'Silver lanterns' })
      const whole = await shownTo(eve, 's')
      expect([whole.questions, whole.withheld, whole.title]).toEqual([['Ropes?', 'Lanterns?', 'So of silver?'], false, 'Silver lanterns'])
      for (const private_ of ['rating', 'settings', "title eq 'secret'"]) expect(whole.text).not.toContain(private_)
      const part = await shownTo(limited, 's')
      expect([part.questions, part.withheld]).toEqual([['Ropes?'], true])
      expect(part.text).not.toMatch(/silver|lantern/i)
      // what was taken out, or replaced, stands in what came behind it
      for (const [id, change] of [
        ['gone', () => ada('DELETE', '/gone/turns/q2')],
        ['other', () => ada('PUT', '/other/turns/q2', exchange('Ropes again?', 'A rope.', [sourceOf(plain)]))],
      ] as const) {
        await ada('PUT', `/${id}/turns/q1`, exchange('Ropes?', 'A rope.', [sourceOf(plain)]))
        await ada('PUT', `/${id}/turns/q2`, exchange('Lanterns?', 'A silver lantern.', [sourceOf(secret)]))
        await ada('PUT', `/${id}/turns/q3`, exchange('So of silver?', 'Yes, silver.', [sourceOf(plain)]))
        await change()
        const shown = await shownTo(limited, id)
        expect([id, shown.questions.includes('Ropes?'), shown.withheld]).toEqual([id, true, true])
        expect(shown.text).not.toMatch(/silver|lantern/i)
        expect((await shownTo(eve, id)).questions).toContain('So of silver?')
      }
      // a copy that stands elsewhere, an answer that broke off, and one without sources of its own
      const odd = [
        exchange('q', 'Copied.', [sourceOf(plain, { also_in: [{ document_id: secret, filename: 'secret.txt' }] })]),
        exchange('q', 'Nobody knows.', [{ filename: 'a.txt', text: 'A lantern.' }]),
        { question: 'q', replies: [{ text: 'A silver' }] },
        exchange('q', 'Gone.', [sourceOf('00000000-0000-5000-8000-000000000000')]),
        exchange('Which documents are there?', 'There are 2 documents: Lantern and Rope.'),
      ]
      for (const [i, of] of odd.entries()) {
        await ada('PUT', `/odd-${i}/turns/q1`, of)
        const shown = await shownTo(limited, `odd-${i}`)
        expect([i, shown.questions, shown.withheld]).toEqual([i, [], true])
      }
      const nothing = { answer: 'I found nothing.', metadata: [], citations: [], response_metadata: { answer_kind: 'none' } }
      await ada('PUT', '/none/turns/q1', { question: 'q', replies: [{ reply: nothing }] })
      expect((await shownTo(limited, 'none')).questions).toEqual(['q'])
    })

    test('a link ends when it is taken back, and with its conversation', async () => {
      const [ada, eve] = [key('ada'), key('eve')]
      await ada('PUT', '/link/turns/q1', exchange('Ropes?'))
      const { token, path } = (await ada('POST', '/link/share')).body
      expect([(await ada('POST', '/link/share')).body.token, path]).toEqual([token, `/ask#shared=${token}`])
      expect((await ada('GET', '/link')).body.shared).toBe(true)
      expect((await eve('GET', `/api/v2/chat/shared/${token}`)).status).toBe(200)
      expect((await caller(keyed, {})('GET', `/api/v2/chat/shared/${token}`)).status).toBe(401)
      expect((await ada('DELETE', '/link/share')).body.shared).toBe(false)
      expect((await eve('GET', `/api/v2/chat/shared/${token}`)).status).toBe(404)
      const again = (await ada('POST', '/link/share')).body.token
      await ada('DELETE', '/link')
      expect((await eve('GET', `/api/v2/chat/shared/${again}`)).status).toBe(404)
    })

    test('what goes with the next question is bounded, and says how it was shortened', async () => {
      const ada = key('ada')
      for (let i = 1; i <= 30; i++) await ada('PUT', `/long/turns/q${i}`, exchange(`Question ${i}?`, `Answer ${i} is here. And more.`))
      const all = (await ada('GET', '/long/context?turns=60')).body
      expect([all.history.length, all.summarized_by]).toEqual([60, null])
      const { history, summarized_by } = (await ada('GET', '/long/context?turns=10')).body
      expect([summarized_by, history.length <= 11, history.at(-1)]).toEqual([
        'excerpt',
        true,
        { role: 'assistant', content: 'Answer 30 is here. And more.' },
      ])
      expect(history[0].content).toMatch(
        /^\(Earlier in this conversation, the first sentence of each turn:\)\n[\s\S]*Assistant: Answer 20 is here\.\n/,
      )
    })

    test('a name that is not known is refused with the one that was meant, and nothing is kept', async () => {
      const ada = key('ada')
      const one = exchange('Ropes?')
      for (const [body, said] of [
        [{ ...one, replys: [] }, /replys is not known; did you mean replies/],
        [{ ...one, replies: [{ ...one.replies[0], setings: {} }] }, /replies\.0: setings is not known; did you mean settings/],
        [{ ...one, images: [{ name: 'a.png', bytes: 1 }] }, /images\.0: bytes is not known; known: name, size/],
      ] as const) {
        const { status, body: reply } = await ada('PUT', '/odd-names/turns/q1', body)
        expect([status, reply.error.message]).toEqual([400, expect.stringMatching(said)])
      }
      expect((await ada('GET', '/odd-names')).status).toBe(404)
    })

    test('what does not fit is refused by its name', async () => {
      const ada = key('ada')
      const fits = exchange('q')
      for (const [path, body, field] of [
        ['/x/turns/q1', { ...fits, question: '' }, 'question'],
        ['/x/turns/q1', { ...fits, replies: [] }, 'replies'],
        ['/x/turns/q1', { ...fits, replies: [{ reply: { answer: 'a', citations: [{ marker: 1 }] } }] }, 'replies'],
        ['/x/turns/a%2Fb', fits, 'turn_id'],
        [`/${'x'.repeat(101)}/turns/q1`, fits, 'conversation_id'],
      ] as const) {
        const { status, body: reply } = await ada('PUT', path, body)
        expect([path, status, JSON.stringify(reply)]).toEqual([path, 400, expect.stringContaining(field)])
      }
      expect((await ada('PUT', '/x/turns/q1', exchange('q', 'x'.repeat(1_100_000)))).status).toBe(413)
      expect((await ada('GET', '?cursor=nonsense')).status).toBe(400)
    })
  })
})
