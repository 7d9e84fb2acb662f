import { z } from 'zod'
import type { App } from '../../../kernel/http/app/app.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { uploadDocs } from '../uploads/route-docs.ts'
import { type Delivered, type Outcome, outcomeSchema, takeEvent } from './event-feed.ts'
import type { Trigger } from './setup-routes.ts'

const PATH = '/api/v2/upload/event-feed'
/** A DNS expression, as the sender's name is one. */
const ORIGIN = /^[A-Za-z0-9.*-]{1,253}$/

/** https://learn.microsoft.com/azure/event-grid/event-schema */
const gridEventSchema = z.looseObject({ id: z.string().min(1), eventType: z.string(), subject: z.string(), data: z.unknown() })
/** https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md */
const cloudEventSchema = z.looseObject({
  specversion: z.literal('1.0'),
  id: z.string().min(1),
  type: z.string(),
  source: z.string(),
  subject: z.string().default(''),
  data: z.unknown(),
})
const eventSchema = z.union([gridEventSchema, cloudEventSchema])
/** Of a delivery: 5,000 events of up to 24 keys. */
const MAX_KEYS = 120_000

const bodySchema = z.union([z.array(eventSchema).min(1).max(5000), cloudEventSchema]).meta({
  description: 'Events of a storage account in the Event Grid schema or as CloudEvents 1.0 (one, or a batch)',
  examples: [
    {
      specversion: '1.0',
      id: '831e1650-001e-001b-66ab-eeb76e069631',
      type: 'Microsoft.Storage.BlobCreated',
      source: '/subscriptions/example/resourceGroups/docs/providers/Microsoft.Storage/storageAccounts/example',
      subject: '/blobServices/default/containers/documents/blobs/pdf/raw/handbook.pdf',
      data: { api: 'PutBlob', eTag: '"0x8D4BCC2E4835CD0"', contentType: 'application/pdf' },
    },
  ],
})
const validationSchema = z.looseObject({ validationCode: z.string().min(1) })
const replySchema = z.union([z.object({ validationResponse: z.string() }), z.object({ results: z.array(outcomeSchema) })]).meta({
  examples: [
    {
      results: [
        { event_id: '831e1650-001e-001b-66ab-eeb76e069631', status: 'accepted', upload_id: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11' },
      ],
    },
  ],
})

const handshakeReplies = {
  200: z.null().describe('Deliveries of this sender are welcome.'),
  204: z.null().describe('The path answers POST.'),
}

const deliveredOf = (event: z.output<typeof eventSchema>): Delivered =>
  'eventType' in event
    ? { id: event.id, type: String(event.eventType), subject: event.subject, data: event.data }
    : { id: event.id, type: event.type, subject: event.subject, data: event.data }

function codeOf({ data }: Delivered): string {
  const parsed = validationSchema.safeParse(data)
  if (!parsed.success) throw new ApiError('invalid_request', 'data.validationCode is missing')
  return parsed.data.validationCode
}

/** What tells of files that others put into the container: Event Grid's web hook. */
export function registerEventFeedRoutes(app: App, ctx: EdgeContext, trigger: Trigger): void {
  app.post(
    PATH,
    { config: { access: 'api', maxKeys: MAX_KEYS }, schema: { ...uploadDocs.eventFeed, body: bodySchema, response: { 200: replySchema } } },
    async (request) => {
      const events = [request.body].flat().map(deliveredOf)
      const validation = events.find((e) => e.type === 'Microsoft.EventGrid.SubscriptionValidationEvent')
      if (validation) return { validationResponse: codeOf(validation) }
      const results: Outcome[] = []
      for (const event of events) {
        const cause = { requestId: request.id, traceparent: request.traceparent, httpTrigger: trigger.http, caller: request.caller }
        const outcome = await takeEvent(ctx, event, cause)
        ctx.log.info({ requestId: request.id, ...outcome }, 'an event of the blob store was taken')
        results.push(outcome)
      }
      return { results }
    },
  )

  // The handshake says that deliveries are welcome at all; each delivery still shows its key and token. WebHooks, CloudEvents 1.0.2, section 4.
  app.options(
    PATH,
    { config: { access: 'open' }, schema: { ...uploadDocs.eventFeedHandshake, response: handshakeReplies } },
    async (request, reply) => {
      reply.header('allow', 'OPTIONS, POST')
      const origin = request.headers['webhook-request-origin']
      if (typeof origin !== 'string' || !ORIGIN.test(origin)) return reply.code(204).send(undefined as never)
      const wanted = Number(request.headers['webhook-request-rate'])
      const limit = ctx.env.RATE_LIMIT_PER_MINUTE || Number.POSITIVE_INFINITY
      const rate = Math.min(Number.isInteger(wanted) && wanted > 0 ? wanted : limit, limit)
      return reply
        .headers({ 'webhook-allowed-origin': origin, 'webhook-allowed-rate': Number.isFinite(rate) ? String(rate) : '*' })
        .code(200)
        .send(undefined as never)
    },
  )
}
