import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { databaseKinds, type TestDatabase } from '../../tests/support/databases.ts'
import type { Database } from '../store/database.ts'
import { type Appending, appendTurns } from './append-turns.ts'
import {
  deleteConversation,
  deleteConversations,
  KNOWN_GONE_MS,
  removeTurns,
  renameConversation,
  shareConversation,
  unshareConversation,
} from './change-conversation.ts'
import { type Bounds, keyOf, ROW_BYTES, type TurnDraft, type Whose } from './conversation.ts'
import { readGone } from './gone-turns.ts'
import { findConversation, findShared, listConversations, readTurns } from './read-conversations.ts'
import { runSweep, sweepConversations } from './sweep.ts'
import { type ConversationTables, conversationsMigration, goneTurnsMigration } from './tables.ts'

const HOUR = 3_600_000
const bounds: Bounds = { turns: 100, turnBytes: 10_000, bytes: 100_000, conversations: 50, accountBytes: 1_000_000, keepMs: HOUR }
const ada: Whose = { scope: 'chat', account: 'sub:ada' }
const eve: Whose = { scope: 'chat', account: 'sub:eve' }
const said = (id: string, content = id, role: TurnDraft['role'] = 'user'): TurnDraft => ({ id, role, content })

describe.each(databaseKinds)('conversations on $kind', ({ kind, create }) => {
  let store: TestDatabase
  let database: Database
  let now: number
  const clock = { now: () => now }
  const ports = () => ({ database, clock })
  beforeEach(async () => {
    store = await create()
    database = await store.open()
    await database.migrate([conversationsMigration, goneTurnsMigration])
    now = 1_000_000
  })
  afterEach(() => store.dispose())

  const append = (thread: string, turns: TurnDraft[], more: Partial<Appending> = {}) =>
    appendTurns(ports(), { whose: ada, thread, turns, bounds, whenGone: 'refuse', ...more })
  const contents = async (thread: string, whose = ada) =>
    (await readTurns(ports(), keyOf(whose, thread), { limit: 1000 })).turns.map(({ content }) => content)
  const live = async (thread: string, whose = ada) => {
    const found = await findConversation(ports(), whose, thread)
    return found?.status === 'live' ? found.conversation : undefined
  }
  const threads = async (whose = ada) => (await listConversations(ports(), whose, { limit: 100 })).conversations.map(({ thread }) => thread)
  const accountBytes = async (account: string) => {
    const tables = database.tables<ConversationTables>()
    const [row, rows, turns] = await Promise.all([
      tables.selectFrom('conversation_accounts').select('bytes').where('account', '=', account).executeTakeFirst(),
      tables.selectFrom('conversations').select(['key', 'bytes']).where('account', '=', account).execute(),
      tables.selectFrom('conversation_turns').select(['key', 'bytes']).execute(),
    ])
    for (const { key, bytes } of rows)
      expect(bytes).toBe((bytes > 0 ? ROW_BYTES : 0) + turns.filter((t) => t.key === key).reduce((sum, t) => sum + t.bytes, 0))
    expect(row?.bytes ?? 0).toBe(rows.reduce((sum, { bytes }) => sum + bytes, 0))
    return row?.bytes ?? 0
  }

  test('turns are read as they were said, any text, in their order, the newest or those before one', async () => {
    const odd = 'NUL \u0000, half a \ud83d, '.repeat(3)
    const parts = { calls: [{ name: 'sum', arguments: { '\u0000': [1, null, 'x'] } }] }
    const documents = [{ index: 'documents', document_id: 'd' }]
    const first = await append('t', [said('1', odd), { ...said('2', 'b', 'assistant'), parts, documents }], { about: { report: 7 } })
    expect([first.created, first.turns.map(({ n }) => n)]).toEqual([true, [1, 2]])
    await append('t', [said('3'), said('4'), said('5')])
    const { turns, earlier } = await readTurns(ports(), keyOf(ada, 't'), { limit: 2 })
    expect([turns.map(({ n }) => n), earlier]).toEqual([[4, 5], true])
    const before = await readTurns(ports(), keyOf(ada, 't'), { limit: 10, before: 4 })
    expect([before.turns.map(({ content }) => content), before.earlier]).toEqual([[odd, 'b', '3'], false])
    expect(before.turns[1]).toMatchObject({ role: 'assistant', parts, documents, at: now })
    expect(await live('t')).toMatchObject({ thread: 't', turns: 5, last: 5, about: { report: 7 }, expiresAt: now + HOUR })
  })

  test('a turn is kept once by its id; another content is refused, or takes its place', async () => {
    await append('t', [said('1', 'one'), said('2', 'two')])
    const again = await append('t', [said('2', 'two'), said('3', 'three')])
    expect([again.created, again.turns.map(({ n }) => n)]).toEqual([false, [2, 3]])
    await expect(append('t', [said('1', 'other')])).rejects.toMatchObject({ code: 'conflict' })
    await expect(append('t', [said('4'), said('4')])).rejects.toMatchObject({ code: 'invalid_request' })
    await append('t', [said('1', 'other'), said('4', 'four')], { replace: true })
    expect(await contents('t')).toEqual(['other', 'two', 'three', 'four'])
    await accountBytes('sub:ada')
  })

  test('several processes that append at once keep one order, and lose and repeat nothing', async () => {
    const connections = kind === 'PostgreSQL' ? [database, await store.open(), await store.open()] : [database]
    const ids = Array.from({ length: 30 }, (_, i) => `turn-${i}`)
    await Promise.all(
      ids.flatMap((id, i) =>
        // each one is sent twice, as by a client that got no answer
        [0, 1].map((k) =>
          appendTurns(
            { database: connections[(i + k) % connections.length]!, clock },
            { whose: ada, thread: 't', turns: [said(id)], bounds, whenGone: 'refuse' },
          ),
        ),
      ),
    )
    const { turns } = await readTurns(ports(), keyOf(ada, 't'), { limit: 100 })
    expect(turns.map(({ n }) => n)).toEqual(ids.map((_, i) => i + 1))
    expect(turns.map(({ id }) => id).sort()).toEqual([...ids].sort())
    await accountBytes('sub:ada')
  })

  test('nobody reads, names, changes or deletes another’s, nor those of another person or family', async () => {
    await append('t', [said('1', 'secret')])
    const others: Whose[] = [
      eve,
      { ...ada, person: 'bob' },
      { ...ada, scope: 'agents' },
      { scope: 'chat', account: 'everyone', person: 'sub:ada' },
    ]
    for (const other of others) {
      expect(await findConversation(ports(), other, 't')).toBeUndefined()
      expect(await contents('t', other)).toEqual([])
      expect(await threads(other)).toEqual([])
      expect([await renameConversation(ports(), other, 't', 'mine'), await deleteConversation(ports(), other, 't')]).toEqual([false, false])
      expect(await shareConversation(ports(), other, 't')).toBeUndefined()
      expect(await deleteConversations(ports(), other)).toBe(0)
      // the same id is a thread of their own
      await append('t', [said('1', 'theirs')], { whose: other })
    }
    expect(await contents('t')).toEqual(['secret'])
    const names = await database.tables<ConversationTables>().selectFrom('conversations').select('person').execute()
    expect(JSON.stringify(names)).not.toContain('bob')
  })

  test('the list goes from the latest on, page by page, and a name stays', async () => {
    for (const [i, thread] of ['a', 'b', 'c', 'd'].entries()) {
      now = 1_000_000 + i
      await append(thread, [said('1', `Question\n\u0000 ${thread}?`)])
    }
    now += 10
    await append('b', [said('2', 'more')])
    await renameConversation(ports(), ada, 'b', 'Ropes')
    await append('b', [said('3', 'still more')])
    const first = await listConversations(ports(), ada, { limit: 3 })
    expect(first.conversations.map(({ title }) => title)).toEqual(['Ropes', 'Question d?', 'Question c?'])
    const second = await listConversations(ports(), ada, { limit: 3, after: first.next })
    expect([second.conversations.map(({ thread }) => thread), second.next]).toEqual([['a'], undefined])
  })

  test('the oldest gives way: turns of a conversation, conversations of a person and of an account', async () => {
    await append('t', [said('1'), said('2'), said('3')], { bounds: { ...bounds, turns: 2 } })
    expect(await contents('t')).toEqual(['2', '3'])
    const large = 'x'.repeat(3000)
    await append('t', [said('4', large), said('5', large)], { bounds: { ...bounds, bytes: 5000 } })
    expect((await contents('t')).map(({ length }) => length)).toEqual([3000])
    await expect(append('t', [said('6', 'x'.repeat(10_001))])).rejects.toMatchObject({ code: 'payload_too_large' })
    for (const thread of ['u', 'v', 'w']) {
      now += 1
      await append(thread, [said('1', large)], { bounds: { ...bounds, conversations: 3 } })
    }
    expect((await threads()).sort()).toEqual(['u', 'v', 'w'])
    now += 1
    await append('x', [said('1', large)], { whose: { ...ada, person: 'bob' }, bounds: { ...bounds, accountBytes: 8000 } })
    expect([await threads(), await threads({ ...ada, person: 'bob' })]).toEqual([['w'], ['x']])
    expect(await accountBytes('sub:ada')).toBeLessThanOrEqual(8000)
  })

  test('what was deleted leaves nothing, and what comes late for it is told so, or begins anew', async () => {
    for (const thread of ['a', 'b', 'c']) await append(thread, [said('1', 'silver lantern')])
    expect(await deleteConversation(ports(), ada, 'a')).toBe(true)
    expect(await deleteConversations(ports(), ada)).toBe(2)
    expect([await threads(), await accountBytes('sub:ada')]).toEqual([[], 0])
    const left = await Promise.all(
      (['conversations', 'conversation_turns'] as const).map((table) =>
        database.tables<ConversationTables>().selectFrom(table).selectAll().execute(),
      ),
    )
    expect(JSON.stringify(left)).not.toContain('lantern')
    expect(await findConversation(ports(), ada, 'a')).toEqual({ status: 'gone' })
    await expect(append('a', [said('2')])).rejects.toMatchObject({ code: 'not_found' })
    const renewed = await append('b', [said('2')], { whenGone: 'renew' })
    expect([renewed.created, renewed.turns[0]?.n, await contents('b')]).toEqual([true, 1, ['2']])
    now += KNOWN_GONE_MS
    await sweepConversations(ports())
    expect(await findConversation(ports(), ada, 'a')).toBeUndefined()
    expect(await accountBytes('sub:ada')).toBe(0)
  })

  test('a conversation ends its time after its last turn, for everyone at once; the sweep takes it away', async () => {
    await append('a', [said('1')])
    const link = await shareConversation(ports(), ada, 'a')
    now += HOUR - 1
    await append('b', [said('1')])
    expect((await threads()).sort()).toEqual(['a', 'b'])
    now += 1
    expect([await threads(), await findConversation(ports(), ada, 'a')]).toEqual([['b'], { status: 'gone' }])
    expect(await findShared(ports(), 'chat', link ?? '')).toBeUndefined()
    expect(await renameConversation(ports(), ada, 'a', 'late')).toBe(false)
    const sweep = runSweep({ ...ports(), log: pino({ level: 'silent' }) })
    await vi.waitFor(async () => expect(await contents('a')).toEqual([]))
    await sweep.stop()
    expect([await contents('b'), await findConversation(ports(), ada, 'a')]).toEqual([['1'], { status: 'gone' }])
    await accountBytes('sub:ada')
  })

  test('single turns are taken out', async () => {
    await append('t', [said('1'), said('2'), said('3')])
    expect(await removeTurns(ports(), ada, 't', ['2', 'unknown'])).toBe(true)
    expect(await contents('t')).toEqual(['1', '3'])
    expect(await live('t')).toMatchObject({ turns: 2, last: 3 })
    await accountBytes('sub:ada')
  })

  test('what turns drew on that were removed, replaced or dropped is known as long as their conversation is there', async () => {
    const on = (id: string, ...names: string[]): TurnDraft => ({
      ...said(id),
      documents: names.map((name) => ({ index: 'i', document_id: name })),
    })
    const gone = async () =>
      (await readGone(ports(), keyOf(ada, 't'))).map(({ n, documents }) => [n, documents?.map(({ document_id }) => document_id)])
    await append('t', [on('1', 'a'), on('2'), on('3', 'b', 'c'), said('4'), on('5', 'd')])
    await removeTurns(ports(), ada, 't', ['2', '3'])
    expect(await gone()).toEqual([[3, ['b', 'c']]])
    // nothing stands behind the last one that could have leaned on it
    await append('t', [on('4', 'e'), on('5', 'f')], { replace: true })
    expect(await gone()).toEqual([
      [3, ['b', 'c']],
      [4, undefined],
    ])
    await append('t', [on('6')], { bounds: { ...bounds, turns: 2 } })
    expect(await gone()).toEqual([
      [1, ['a']],
      [3, ['b', 'c']],
      [4, undefined],
    ])
    for (let n = 7; n < 70; n++) {
      await append('t', [on(`${n}`, `of ${n}`)])
      await removeTurns(ports(), ada, 't', [`${n}`])
    }
    expect((await gone()).length).toBe(50)
    expect((await gone()).at(-1)?.[1]).toBeUndefined()
    await deleteConversation(ports(), ada, 't')
    expect(await gone()).toEqual([])
  })

  test('a link has one secret until it is taken back, and is of its family alone', async () => {
    await append('t', [said('1', 'shown')])
    const secret = (await shareConversation(ports(), ada, 't')) ?? ''
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(await shareConversation(ports(), ada, 't')).toBe(secret)
    const shared = await findShared(ports(), 'chat', secret)
    expect(shared?.conversation).toMatchObject({ thread: 't', shared: true })
    expect((await readTurns(ports(), shared?.key ?? '', { limit: 10 })).turns).toMatchObject([{ content: 'shown' }])
    expect(await findShared(ports(), 'agents', secret)).toBeUndefined()
    expect(await unshareConversation(ports(), ada, 't')).toBe(true)
    expect(await findShared(ports(), 'chat', secret)).toBeUndefined()
    expect(await shareConversation(ports(), ada, 't')).not.toBe(secret)
    await deleteConversation(ports(), ada, 't')
    expect(await shareConversation(ports(), ada, 't')).toBeUndefined()
  })
})
