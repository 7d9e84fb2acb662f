import { z } from 'zod'
import type { ConsumerGroup, EdgeContext } from '../../../kernel/edge-context.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { auditRecord } from '../../../kernel/http/identity/audit-record.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { offsetsOf, placeSchema } from '../replay/place.ts'

const groupSchema = z
  .object({
    name: z.string(),
    members: z.int().describe('In all processes; a group without one rests.'),
    topics: z.array(z.string()),
  })
  .meta({
    id: 'ConsumerGroup',
    description: 'Who reads topics.',
    examples: [{ name: 'chunk', members: 2, topics: ['document.parsed', 'document.retry'] }],
  })

const moveSchema = z.object({ partition: z.int(), from: z.int().nullable().describe('null: nothing was committed.'), to: z.int() })
const movedSchema = z.object({ group: z.string(), topic: z.string(), dry_run: z.boolean(), moves: z.array(moveSchema) }).meta({
  id: 'OffsetsMoved',
  description: 'Where a group begins from now on.',
  examples: [{ group: 'chunk', topic: 'document.parsed', dry_run: false, moves: [{ partition: 0, from: 120, to: 17 }] }],
})

const moveBody = z
  .strictObject({
    topic: z.string().min(1).max(200),
    to: placeSchema.describe('Where the group begins when it runs again.'),
    dry_run: z.boolean().default(false).describe('Tells what would move, and moves nothing.'),
    reason: z.string().max(2000).optional().describe('Why; kept in the audit record.'),
  })
  .meta({ examples: [{ topic: 'document.parsed', to: { time: '2026-01-15T09:00:00Z' }, dry_run: true }] })

/** Consumer groups: who runs, and where those that rest begin. */
export function registerGroupRoutes(app: App, { ports, groups, publish, projected }: EdgeContext): void {
  const { broker, clock } = ports
  const config = { access: 'operator' } as const
  const found = (name: string): ConsumerGroup => {
    const group = groups.find((one) => one.name === name)
    if (!group) throw new ApiError('not_found', `there is no consumer group ${name}; GET /admin/groups lists them`)
    return group
  }

  app.get(
    '/admin/groups',
    {
      config,
      schema: {
        operationId: 'listConsumerGroups',
        summary: 'List consumer groups and their number of members',
        response: { 200: z.object({ items: z.array(groupSchema) }) },
      },
    },
    async () => ({
      items: await Promise.all(
        groups.map(async ({ name, topics }) => ({ name, members: await broker.members(name), topics: [...topics] })),
      ),
    }),
  )

  app.post(
    '/admin/groups/:group/offsets',
    {
      config,
      schema: {
        operationId: 'moveConsumerGroup',
        summary: 'Move a stopped consumer group to an offset or a time',
        description:
          'Only while none of its members runs: stop the processes that run it first, then start them again. Going back has records handled once more, which their consumers take for repeats; going on skips records, which is for nobody to undo but by going back.',
        params: z.object({ group: z.string().min(1).max(200) }),
        body: moveBody,
        response: { 200: movedSchema },
        errors: ['conflict'],
      },
    },
    async (request) => {
      const { topic, to, dry_run, reason } = request.body
      const group = found(request.params.group)
      if (!group.topics.includes(topic))
        throw new ApiError('invalid_request', `topic: ${group.name} reads ${group.topics.join(', ')}, and not ${topic}`)
      const [offsets, committed] = await Promise.all([offsetsOf(broker, topic, to), broker.committed(group.name, topic)])
      const moves = [...offsets].map(([partition, offset]) => ({ partition, from: numberOf(committed.get(partition)), to: Number(offset) }))
      const moved = { group: group.name, topic, dry_run, moves }
      if (dry_run) return moved
      await broker.reset(group.name, topic, offsets)
      const draft = auditRecord(request, clock, { action: 'groups.moved', reason, details: moved })
      await projected(await publish([draft], { requestId: request.id }))
      return moved
    },
  )
}

const numberOf = (offset: bigint | undefined): number | null => (offset === undefined ? null : Number(offset))
