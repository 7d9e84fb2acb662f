import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Position } from '../../../kernel/broker/broker.ts'
import { changeOf } from '../../../kernel/consume/redrive.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { actorOf, auditRecord } from '../../../kernel/http/identity/audit-record.ts'
import { startRun } from '../../../kernel/runs/control.ts'
import { starterOf } from '../../../kernel/runs/routes.ts'
import { inBatches } from '../../../kernel/runtime/async-iterables.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import type { EventDraft } from '../../../schemas/event.ts'
import { type DeadLetterState, redrivesOf } from './dead-letter-state.ts'
import { chosenBy, discardBody, MOST_AT_ONCE, redriveBody } from './filter.ts'
import { chooseDeadLetters, type FoundLetter } from './read-dead-letters.ts'
import { redriveRun } from './redrive-run.ts'

/** What a command takes where it names no state, and those that it may name beside that. */
const TAKEN = { redrive: ['open', 'redriven', 'discarded'], discard: ['open', 'redriven'] } as const

const PUBLISHED_AT_ONCE = 500

const doneShape = {
  matched: z.int().describe('How many there are.'),
  dry_run: z.boolean(),
}
const redrivenSchema = z
  .object({ redriven: z.int(), ...doneShape, run_id: z.uuid().nullable().describe('Of the run that sends them.') })
  .meta({
    id: 'Redriven',
    description: 'What is sent again.',
    examples: [{ redriven: 12, matched: 12, dry_run: false, run_id: '5d2f0f0e-7c1b-4f5a-8a39-2f6f0d0c9b8e' }],
  })
const discardedSchema = z
  .object({ discarded: z.int(), ...doneShape })
  .meta({ id: 'Discarded', description: 'What was given up for good.', examples: [{ discarded: 3, matched: 3, dry_run: false }] })

type Body = z.output<typeof discardBody>

/** Redrive and discard. */
export function registerDeadLetterChanges(app: App, ctx: EdgeContext): void {
  const { ports } = ctx
  const config = { access: 'operator' } as const

  const chosen = async (body: Body, command: keyof typeof TAKEN) => {
    const { state, ...filter } = chosenBy(body)
    const allowed: readonly DeadLetterState[] = TAKEN[command]
    const states = state === undefined ? (['open'] as const) : allowed.filter((one) => one === state)
    if (states.length === 0) return { letters: [], total: 0 }
    return chooseDeadLetters(ports.database, filter, states, MOST_AT_ONCE)
  }
  const changesOf = (letters: readonly FoundLetter[], change: 'redriven' | 'discarded', request: FastifyRequest, reason?: string) =>
    letters.map(({ id, letter }) =>
      changeOf({
        id,
        change,
        redrive: redrivesOf(letter) + (change === 'redriven' ? 1 : 0),
        actor: actorOf(request),
        ...(reason === undefined ? {} : { reason }),
        at: new Date(ports.clock.now()).toISOString(),
      }),
    )
  /** On the log, and seen by who reads then. */
  const tell = async (request: FastifyRequest, drafts: readonly EventDraft[]) => {
    const positions: Position[] = []
    for await (const some of inBatches(drafts, PUBLISHED_AT_ONCE)) positions.push(...(await ctx.publish(some, { requestId: request.id })))
    await ctx.projected(positions)
  }
  const audited = (request: FastifyRequest, action: string, body: Body, count: number) => {
    const { ids, ...filter } = chosenBy(body)
    const details = { count, filter, ...(ids ? { ids: ids.slice(0, 100) } : {}) }
    return auditRecord(request, ports.clock, { action, reason: body.reason, details })
  }

  app.post(
    '/admin/dlq/redrive',
    {
      config,
      schema: {
        operationId: 'redriveDeadLetters',
        summary: 'Redrive dead letters to their consumers',
        description: `Open ones; \`state\` names others. At most ${MOST_AT_ONCE} of them, the oldest failure first. A record keeps its key, id and cause.`,
        body: redriveBody,
        response: { 200: redrivenSchema },
      },
    },
    async (request) => {
      const { body } = request
      const { letters, total } = await chosen(body, 'redrive')
      if (body.dry_run) return { redriven: 0, matched: total, dry_run: true, run_id: null }
      const changes = changesOf(letters, 'redriven', request, body.reason)
      // The run first: a dead letter that says that it was sent again is being sent.
      const run =
        letters.length > 0
          ? await startRun(
              ports,
              redriveRun,
              {
                letters: changes.map(({ payload: { id, redrive } }) => ({ id, redrive })),
                rate: body.rate ?? null,
              },
              { starter: starterOf(request, ctx), requestId: request.id },
            )
          : undefined
      await tell(request, [...changes, audited(request, 'dead-letters.redriven', body, letters.length)])
      return { redriven: letters.length, matched: total, dry_run: false, run_id: run?.id ?? null }
    },
  )

  app.post(
    '/admin/dlq/discard',
    {
      config,
      schema: {
        operationId: 'discardDeadLetters',
        summary: 'Discard dead letters; they remain readable',
        body: discardBody,
        response: { 200: discardedSchema },
      },
    },
    async (request) => {
      const { body } = request
      const { letters, total } = await chosen(body, 'discard')
      if (body.dry_run) return { discarded: 0, matched: total, dry_run: true }
      const changes = changesOf(letters, 'discarded', request, body.reason)
      await tell(request, [...changes, audited(request, 'dead-letters.discarded', body, letters.length)])
      return { discarded: letters.length, matched: total, dry_run: false }
    },
  )
}
