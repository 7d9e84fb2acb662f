import { z } from 'zod'
import type { App } from '../../../kernel/http/app/app.ts'
import { paged, pagedSchema, pageQuery, sliceOf } from '../../../kernel/http/reply/paging.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { registerDeadLetterChanges } from './change-routes.ts'
import { filterShape } from './filter.ts'
import { countDeadLetters, deadRecords, findDeadLetter, groupDeadLetters, listDeadLetters } from './read-dead-letters.ts'
import { deadLetterSchema, entrySchema, isWithoutAbout, showDeadLetter, showEntry } from './show-dead-letter.ts'

const counts = z.record(z.string(), z.int())
const listSchema = pagedSchema(entrySchema).extend({
  counts: z.object({ code: counts, consumer: counts, kind: counts, state: counts }).meta({
    description: 'How many fit the filters, on all pages.',
    examples: [{ code: { corrupt: 2 }, consumer: { parse: 2 }, kind: { terminal: 2 }, state: { open: 2 } }],
  }),
})
const groupSchema = z
  .object({
    code: z.string(),
    reason: z.string().describe('The messages without what is particular to one record.'),
    message: z.string().describe('That of `example`, whole.'),
    count: z.int(),
    consumers: counts,
    topics: counts,
    states: counts,
    example: z.string().describe('Id of one of them.'),
    first_at: z.string(),
    last_at: z.string(),
  })
  .meta({
    id: 'DeadLetterGroup',
    description: 'Dead letters of one reason.',
    examples: [
      {
        code: 'corrupt',
        reason: '‹file› is damaged: the archive ends too early',
        message: 'report.docx is damaged: the archive ends too early',
        count: 12,
        consumers: { parse: 12 },
        topics: { 'document.received': 12 },
        states: { open: 10, discarded: 2 },
        example: '0d9f7a52-6d2c-5f0e-9a41-7c1d2e3f4a5b',
        first_at: '2026-01-15T09:30:00.000Z',
        last_at: '2026-01-15T11:02:00.000Z',
      },
    ],
  })

const query = pageQuery.extend(filterShape)

/** Dead letters: list, groups, one with its record and history; redrive and discard. */
export function registerDeadLetterRoutes(app: App, ctx: EdgeContext): void {
  const { database } = ctx.ports
  const config = { access: 'operator' } as const
  app.get(
    '/admin/dlq',
    {
      config,
      schema: {
        operationId: 'listDeadLetters',
        summary: 'List dead letters, latest failure first',
        querystring: query,
        response: { 200: listSchema },
      },
    },
    async (request) => {
      const [{ letters, total }, tallies] = await Promise.all([
        listDeadLetters(database, request.query, sliceOf(request.query)),
        countDeadLetters(database, request.query),
      ])
      const kept = await deadRecords(
        database,
        letters.filter(isWithoutAbout).map(({ id }) => id),
      )
      const entries = letters.map((letter) => showEntry(letter, kept.get(letter.id)))
      return { ...paged(request.url, request.query, entries, total), counts: tallies }
    },
  )
  app.get(
    '/admin/dlq/groups',
    {
      config,
      schema: {
        operationId: 'groupDeadLetters',
        summary: 'Group dead letters by reason, largest group first',
        querystring: query,
        response: { 200: pagedSchema(groupSchema) },
      },
    },
    async (request) => {
      const { groups, total } = await groupDeadLetters(database, request.query, sliceOf(request.query))
      return paged(request.url, request.query, groups, total)
    },
  )
  app.get(
    '/admin/dlq/:id',
    {
      config,
      schema: {
        operationId: 'getDeadLetter',
        summary: 'Get a dead letter with its record, history and subject',
        params: z.object({ id: z.string().min(1).max(200) }),
        response: { 200: deadLetterSchema },
      },
    },
    async ({ params: { id } }) => {
      const found = await findDeadLetter(database, id)
      if (!found) throw new ApiError('not_found', `there is no dead letter with the id ${id}`)
      return showDeadLetter(found, (await deadRecords(database, [found.id])).get(found.id))
    },
  )
  registerDeadLetterChanges(app, ctx)
}
