import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { nameId } from '../../kernel/runtime/ids.ts'
import { cleanStaff, costGrid, workbookBytes } from '../../services/reports/ingest/cost-sheet.fixture.ts'
import { type ScriptedModel, startModel } from '../../tests/support/scripted-model.ts'
import type { Figures } from './gate.ts'

/** What the model takes for a call, so that faults meet runs under way. */
const CALL_MS = 200
const POSTS = 12
const TRY_MS = 20_000
const PATIENCE_MS = 300_000

/** A model that does what each kind of run asks it for. */
export const startRunModel = (): Promise<ScriptedModel> =>
  startModel(async ({ messages }) => {
    await delay(CALL_MS)
    const asked = JSON.stringify(messages)
    const annex = /Annex: \\*"([^"\\]+)/.exec(asked)?.[1]
    if (annex) return JSON.stringify({ before: [], during: [`Leave by door ${annex}.`], after: [] })
    const post = /post number (\d+)\./.exec(asked)?.[1]
    if (post) return JSON.stringify({ tags: [`tag ${post}`] })
    return (/<field>\n([\s\S]*)\n<\/field>/.exec(String(messages.at(-1)?.content))?.[1] ?? '').replace('Walk', 'Run')
  })

/** Sends until there is an answer: whatever is away gives none, or 503. */
type Ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, key?: string) => Promise<unknown>

interface Kind {
  /** Gives the id by which `look` finds it; the same for the same name. */
  start(ask: Ask, name: string): Promise<string>
  /** Whether it is at its end, and right. */
  look(ask: Ask, id: string, name: string): Promise<'open' | 'right' | 'wrong'>
}

const judged = (status: string, right: () => boolean): 'open' | 'right' | 'wrong' => {
  if (/^(accepted|queued|pending|processing|running|started)$/i.test(status)) return 'open'
  return /^(complete|success)/i.test(status) && right() ? 'right' : 'wrong'
}
const tool = (ask: Ask, slug: string, data: object) => ask('POST', `/ai/api/tools/k12-${slug}/execute`, { data })
const toolStatus = async (ask: Ask, slug: string, requestId: string): Promise<string> =>
  z.array(z.looseObject({ status: z.string() })).parse(await tool(ask, slug, { requestIds: [requestId] }))[0]?.status ?? 'none'
const statusSchema = z.looseObject({ status: z.string() })
const runIdSchema = z.looseObject({ runId: z.string() })
const field = (name: string): string => `<p>Walk to gate ${name}.</p><p>Count everybody.</p>`

const FLOW = '/ai/tap/workflows/tagging-suggestions'
const MAIN = '/reasoning-engine/workflows/main'
const KINDS: Readonly<Record<string, Kind>> = {
  reasoning: {
    async start(ask, name) {
      const values = Array.from({ length: 60 }, (_, i) => i % 7)
      const body = { objective: `Explain ${name}`, datasets: [{ id: 'd', values }] }
      return runIdSchema.parse(await ask('POST', `${MAIN}/start-async`, body, name)).runId
    },
    async look(ask, id) {
      const { status, result } = statusSchema.parse(await ask('GET', `${MAIN}/runs/${id}`))
      return judged(status, () => result !== undefined)
    },
  },
  annex: {
    async start(ask, name) {
      const form = { field: { content: field(name) } }
      await tool(ask, 'functional-annex-kickoff', { eopMasterCopyId: 'm', userId: 'u', form, prompt: 'Say Run', requestId: name })
      return name
    },
    async look(ask, id, name) {
      const status = await toolStatus(ask, 'annex-editing-status', id)
      if (judged(status, () => true) !== 'right') return judged(status, () => true)
      const { message } = z.looseObject({ message: z.string() }).parse(await tool(ask, 'annex-editing-result', { requestId: id }))
      return message === field(name).replace('Walk', 'Run') ? 'right' : 'wrong'
    },
  },
  guides: {
    async start(ask, name) {
      const plan = nameId('plan', name)
      const annexes = ['a', 'b'].map((part, i) => {
        const annex = `${name}-${part}`
        return { id: `${i}`, name: annex, type: 'HAZARD', html: `<h2>During</h2><p>Leave by door ${annex}.</p>` }
      })
      const tags = [{ id: nameId('tag'), name: 'Teachers' }]
      await ask('PUT', `/k12/plans/${plan}`, { organizationId: 'org', name: `Plan ${name}`, generalUserTags: tags, annexes })
      await tool(ask, 'qrg-generation-kickoff', { emergencyOperationPlanId: plan, requestId: name })
      return name
    },
    async look(ask, id, name) {
      const status = await toolStatus(ask, 'qrg-generation-status', id)
      if (judged(status, () => true) !== 'right') return judged(status, () => true)
      const root = z.array(z.looseObject({ name: z.string() }))
      const { data } = z
        .looseObject({ data: z.looseObject({ root }).nullish() })
        .parse(await tool(ask, 'qrg-generation-result', { requestId: id }))
      return data?.root.map((g) => g.name).join() === `${name}-a,${name}-b` ? 'right' : 'wrong'
    },
  },
  tagging: {
    async start(ask, name) {
      const posts = Array.from({ length: POSTS }, (_, i) => ({ postId: `p${i}`, text: `${name}: this is post number ${i}.` }))
      return runIdSchema.parse(await ask('POST', `${FLOW}/start`, { posts, options: { maxTagsPerPost: 1 } }, name)).runId
    },
    async look(ask, id) {
      const suggestions = z.array(z.looseObject({ tags: z.array(z.string()) }))
      const schema = statusSchema.extend({ result: z.looseObject({ suggestions }).nullish() })
      const { status, result } = schema.parse(await ask('GET', `${FLOW}/runs/${id}`))
      return judged(status, () => result?.suggestions.map(({ tags }) => tags.join()).join() === tagsOfAll)
    },
  },
  report: {
    async start(ask, name) {
      const about = { districtId: name, districtName: name, quarter: 'Q1', year: '2026', userId: 'u' }
      const { sessionId } = z.looseObject({ sessionId: z.string() }).parse(await ask('POST', '/sdac/sessions', about))
      const form = new FormData()
      form.append('sessionId', sessionId)
      form.append('file', new Blob([new Uint8Array(workbook)]), 'costs.xlsx')
      return z.looseObject({ jobId: z.string() }).parse(await ask('POST', '/sdac/upload', form, name)).jobId
    },
    async look(ask, id) {
      const { status } = statusSchema.parse(await ask('GET', `/sdac/uploads/${id}/status`))
      return judged(status, () => true)
    },
  },
}
const tagsOfAll = Array.from({ length: POSTS }, (_, i) => `tag ${i}`).join()
const workbook = workbookBytes({ Costs: costGrid(cleanStaff(40, 1)) })

/** @throws Error what was refused for good, or has had no answer for minutes */
const askAt =
  (url: () => string): Ask =>
  async (method, path, body, key) => {
    const form = body instanceof FormData
    const headers = { ...(body && !form ? { 'content-type': 'application/json' } : {}), ...(key ? { 'idempotency-key': key } : {}) }
    const init = { method, headers, ...(body ? { body: form ? body : JSON.stringify(body) } : {}) }
    for (const end = performance.now() + PATIENCE_MS; ; await delay(100)) {
      let why: string
      try {
        const reply = await fetch(url() + path, { ...init, signal: AbortSignal.timeout(TRY_MS) })
        const text = await reply.text()
        if (reply.ok) return JSON.parse(text)
        why = `${path}: ${reply.status} ${text}`
        if (reply.status < 500 && reply.status !== 409) throw new RangeError(why)
      } catch (error) {
        if (error instanceof RangeError) throw error
        why = `${path}: ${error}`
      }
      if (performance.now() > end) throw new Error(why)
    }
  }

/** Runs of every kind that begin steadily until they are stopped. */
export interface RunLoad {
  stop(): Promise<void>
  /** Waits for the end of all, and gives how many runs of each kind there were, how many are wrong, and how many have no end. */
  judge(): Promise<Figures>
}

/** @param everyMs pause of each kind between two runs */
export function startRuns(url: () => string, { prefix, everyMs }: { prefix: string; everyMs: number }): RunLoad {
  const ask = askAt(url)
  const begun: { kind: string; name: string; id: string }[] = []
  let stopped = false
  const starting = Promise.all(
    Object.keys(KINDS).map(async (kind) => {
      for (let n = 0; !stopped; n++, await delay(everyMs)) {
        const name = `${prefix}-${kind}-${n}`
        begun.push({ kind, name, id: await KINDS[kind]!.start(ask, name) })
      }
    }),
  )
  starting.catch(() => (stopped = true))
  return {
    async stop() {
      stopped = true
      await starting
    },
    async judge() {
      const figures: Record<string, number> = { 'runs wrong': 0, 'runs stuck': 0 }
      for (const kind of Object.keys(KINDS)) figures[`runs ${kind}`] = begun.filter((one) => one.kind === kind).length
      const end = performance.now() + PATIENCE_MS
      for (const { kind, name, id } of begun) {
        let seen = await KINDS[kind]!.look(ask, id, name)
        for (; seen === 'open' && performance.now() < end; seen = await KINDS[kind]!.look(ask, id, name)) await delay(250)
        if (seen === 'right') continue
        console.error(`a run of ${kind} is ${seen}: ${name} (${id})`)
        figures[seen === 'open' ? 'runs stuck' : 'runs wrong']! += 1
      }
      return figures
    },
  }
}
