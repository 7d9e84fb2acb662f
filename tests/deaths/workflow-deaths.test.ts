import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { ownInstallation } from '../support/own-database.ts'
import { startModel } from '../support/scripted-model.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const FLOW = '/ai/tap/workflows/tagging-suggestions'
const POSTS = 30
/** Posts that are tagged before the death. */
const BEFORE = 10
const runSchema = z.looseObject({
  runId: z.string(),
  status: z.string(),
  progress: z.object({ total: z.int(), processed: z.int(), succeeded: z.int(), failed: z.int(), skipped: z.int() }),
  result: z
    .object({ suggestions: z.array(z.looseObject({ postId: z.string(), status: z.string(), tags: z.array(z.string()) })) })
    .optional(),
})

const kafkaBrokers = inject('kafkaBrokers')
const databaseUrl = inject('databaseUrl')
if (!kafkaBrokers || !databaseUrl) console.error(`workflow deaths on Kafka and PostgreSQL skip: ${inject('skipped')}`)

/** Everything in one process, or an edge and a worker: the one that dies comes last. */
const parts = [
  { on: 'the embedded parts', skip: false, roles: [[]], more: async () => ({}) },
  {
    on: 'Kafka and PostgreSQL',
    skip: !kafkaBrokers || !databaseUrl,
    roles: [['edge'], ['workflows']],
    more: async () => ownInstallation(kafkaBrokers ?? '', databaseUrl ?? ''),
  },
]

const AGENT = '/ai/admin/agents/documentation-assistant'
const JSON_BODY = { 'content-type': 'application/json' }

describe.each(parts)('on $on', ({ skip, roles, more }) => {
  test.skipIf(skip)(
    'a turn whose process is killed ends soon, and whoever comes back to its stream is told',
    { timeout: 240_000 },
    async () => {
      let asked = 0
      const never = Promise.withResolvers<string>()
      const model = await startModel(() => {
        asked++
        return never.promise
      })
      const dir = await mkdtemp(join(tmpdir(), 'millrace-turn-'))
      const env = { DATA_DIR: dir, LLM_BASE_URL: model.url, EMBEDDINGS_BASE_URL: '', ...(await more()) }
      const running: ServerProcess[] = []
      try {
        running.push(await startProcess(env, roles[0]))
        const body = JSON.stringify({ prompt: 'How is a file uploaded?' })
        const ask = (headers: Record<string, string> = {}) =>
          fetch(`${running.at(-1)?.url}${AGENT}/stream`, { method: 'POST', headers: { ...JSON_BODY, ...headers }, body })
        const before = await ask()
        const runId = before.headers.get('x-run-id') ?? ''
        await expect.poll(() => asked, { timeout: 30_000, interval: 20 }).toBe(1)
        await running[0]?.kill()
        await before.text().catch(() => undefined)

        running.push(await startProcess(env, roles[0]))
        const events = await (await ask({ 'last-event-id': `${runId}/0` })).text()
        expect(events).toContain('event: error')
        expect(events).toContain('The process that worked on this turn ended')
        expect(events).toMatch(/event: done\n(?:id: .*\n)?data: \{"success":false/)
        const run = await (await fetch(`${running[1]?.url}${AGENT}/runs/${runId}`)).json()
        expect(run).toMatchObject({ status: 'failed', error: { code: 'interrupted' } })
        expect(asked).toBe(1)
      } finally {
        never.resolve('too late')
        await Promise.all(running.map((process) => process.kill()))
        await model.close()
        await rm(dir, { recursive: true, force: true })
      }
    },
  )

  test.skipIf(skip)(
    'a process that is killed in the middle of a workflow loses no post, and none that was tagged is asked for again',
    { timeout: 240_000 },
    async () => {
      const calls = new Map<string, number>()
      /** The posts that come first: which these are is the machine's to say. */
      const early = new Set<string>()
      let answersAll: () => void = () => undefined
      const held = new Promise<void>((resolve) => (answersAll = resolve))
      const model = await startModel(async ({ messages }) => {
        const post = /post number (\d+)\./.exec(JSON.stringify(messages))?.[1] ?? ''
        calls.set(post, (calls.get(post) ?? 0) + 1)
        if (early.size < BEFORE) early.add(post)
        if (!early.has(post)) await held
        return JSON.stringify({ tags: [`tag ${post}`] })
      })
      const dir = await mkdtemp(join(tmpdir(), 'millrace-workflow-'))
      const env = { DATA_DIR: dir, LLM_BASE_URL: model.url, EMBEDDINGS_BASE_URL: '', ...(await more()) }
      const running: ServerProcess[] = []
      try {
        for (const role of roles) running.push(await startProcess(env, role))
        const ask = async (path: string, body?: object) => {
          const init = body ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}
          return runSchema.parse(await (await fetch(`${running[0]?.url}${FLOW}${path}`, init)).json())
        }
        const posts = Array.from({ length: POSTS }, (_, i) => ({ postId: `p${i}`, text: `This is post number ${i}.` }))
        const { runId } = await ask('/start', { posts, options: { maxTagsPerPost: 1 } })
        const progress = async () => (await ask(`/runs/${runId}`)).progress
        await expect.poll(async () => (await progress()).succeeded, { timeout: 60_000, interval: 20 }).toBe(BEFORE)

        await running.at(-1)?.kill()
        running[running.length - 1] = await startProcess(env, roles.at(-1))
        expect(await progress()).toMatchObject({ total: POSTS, succeeded: BEFORE, failed: 0 })
        answersAll()
        await expect.poll(async () => (await ask(`/runs/${runId}`)).status, { timeout: 120_000, interval: 50 }).toBe('completed')

        const run = await ask(`/runs/${runId}`)
        expect(run.progress).toEqual({ total: POSTS, processed: POSTS, succeeded: POSTS, failed: 0, skipped: 0 })
        expect(run.result?.suggestions.map(({ postId, status, tags }) => [postId, status, tags])).toEqual(
          posts.map(({ postId }, i) => [postId, 'tagged', [`tag ${i}`]]),
        )
        // What was under way at the death is all that may be asked twice.
        for (const [post, n] of calls) expect([post, n <= (early.has(post) ? 1 : 2)]).toEqual([post, true])
      } finally {
        answersAll()
        await Promise.all(running.map((process) => process.kill()))
        await model.close()
        await rm(dir, { recursive: true, force: true })
      }
    },
  )
})
