import { z } from 'zod'
import type { InstallationKey } from '../../kernel/connections/installation-key.ts'
import type { App } from '../../kernel/http/app/app.ts'
import { paged, pagedSchema, pageQuery, sliceOf } from '../../kernel/http/reply/paging.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import { newId } from '../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { endWaiting } from './deliver.ts'
import { deliveryOf, WEBHOOKS } from './note-deliveries.ts'
import { checkTarget } from './post.ts'
import {
  changeSchema,
  createdSchema,
  createSchema,
  deliverySchema,
  endpointSchema,
  queuedSchema,
  recoveredSchema,
  recoverSchema,
  rotatedSchema,
  shownDelivery,
  shownEndpoint,
} from './schemas.ts'
import { openSecrets, rotated, type Secrets, sealSecrets } from './secrets.ts'
import type { EndpointRow, WebhookTables } from './tables.ts'

export const ROOT = '/api/v2/webhooks'
const MOST_ENDPOINTS = 100
const config = { access: 'admin' } as const
const namesOf = (events: readonly string[]) => JSON.stringify([...new Set(events)])
const params = z.object({ id: z.string().min(1).max(64) })

export function registerWebhookRoutes(app: App, { ports, env }: EdgeContext, key: InstallationKey): void {
  const { database, clock } = ports
  const tables = () => database.tables<WebhookTables>()

  const findEndpoint = async (id: string): Promise<EndpointRow> => {
    const row = await tables().selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw new ApiError('not_found', 'there is no webhook with this id')
    return row
  }
  const checkUrl = (url: string): void => {
    const checked = checkTarget(url, env.WEBHOOK_ALLOW_PRIVATE)
    if (!('problem' in checked)) return
    const advice = env.WEBHOOK_ALLOW_PRIVATE ? '' : ' (WEBHOOK_ALLOW_PRIVATE=true at the start takes every address)'
    throw new ApiError('invalid_request', `url: ${checked.problem}${advice}`, { details: { field: 'url' } })
  }
  const checkEnabled = ({ enabled }: EndpointRow): void => {
    if (enabled !== 1) throw new ApiError('conflict', 'the webhook is disabled: enable it first')
  }
  /** Due at once, as if it had never been tried. */
  const dueNow = () => ({ state: 'waiting', attempts: 0, due: clock.now(), lease: 0 })

  app.get(
    ROOT,
    {
      config,
      schema: {
        operationId: 'listWebhooks',
        summary: 'List webhook endpoints',
        querystring: pageQuery,
        response: { 200: pagedSchema(endpointSchema) },
      },
    },
    async ({ url, query }) => {
      const { skip, top } = sliceOf(query)
      const rows = await tables().selectFrom('webhook_endpoints').selectAll().orderBy('created', 'desc').orderBy('id').execute()
      return paged(url, query, rows.slice(skip, skip + top).map(shownEndpoint), rows.length)
    },
  )

  app.post(
    ROOT,
    {
      config,
      schema: {
        operationId: 'createWebhook',
        summary: 'Create a webhook endpoint',
        description: `What happens from now on is sent, signed as the Standard Webhooks specification says. At most ${MOST_ENDPOINTS} endpoints.`,
        body: createSchema,
        response: { 201: createdSchema },
      },
    },
    async ({ body }, reply) => {
      checkUrl(body.url)
      const id = newId()
      const now = clock.now()
      const { secret, secrets } = rotated([], now)
      const row: EndpointRow = {
        ...{ id, url: body.url, events: namesOf(body.events), description: body.description ?? '' },
        ...{ enabled: 1, disabled: null, secrets: await sealSecrets(key, id, secrets), since: now, failing_since: null, created: now },
      }
      await database.transaction<WebhookTables, void>(async (trx) => {
        const { count } = await trx
          .selectFrom('webhook_endpoints')
          .select((e) => e.fn.countAll<number | string>().as('count'))
          .executeTakeFirstOrThrow()
        if (Number(count) >= MOST_ENDPOINTS)
          throw new ApiError('conflict', `there are ${MOST_ENDPOINTS} webhooks, which is as many as there may be: delete one`)
        await trx.insertInto('webhook_endpoints').values(row).execute()
      })
      return reply.code(201).send({ ...shownEndpoint(row), secret })
    },
  )

  app.patch(
    `${ROOT}/:id`,
    {
      config,
      schema: {
        operationId: 'changeWebhook',
        summary: 'Change a webhook endpoint',
        description: 'One that is disabled gets nothing; what waited for it can be sent by `recover` once it is enabled.',
        params,
        body: changeSchema,
        response: { 200: endpointSchema },
      },
    },
    async ({ params: { id }, body }) => {
      const { url, events, description, enabled } = body
      if (url !== undefined) checkUrl(url)
      const before = await findEndpoint(id)
      const turnedOn = enabled === true && before.enabled !== 1
      await database.transaction<WebhookTables, void>(async (trx) => {
        if (enabled === false) await endWaiting(trx, id)
        await trx
          .updateTable('webhook_endpoints')
          .set({
            ...(url === undefined ? {} : { url }),
            ...(events === undefined ? {} : { events: namesOf(events) }),
            ...(description === undefined ? {} : { description }),
            ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0, disabled: null }),
            ...(turnedOn ? { since: clock.now(), failing_since: null } : {}),
            id,
          })
          .where('id', '=', id)
          .execute()
      })
      return shownEndpoint(await findEndpoint(id))
    },
  )

  app.delete(
    `${ROOT}/:id`,
    {
      config,
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook endpoint and its pending messages',
        params,
        response: { 204: z.null() },
      },
    },
    async ({ params: { id } }, reply) => {
      await findEndpoint(id)
      await database.transaction<WebhookTables, void>(async (trx) => {
        // In the order of an attempt that ends just now, so that neither waits for the other.
        await trx.deleteFrom('webhook_deliveries').where('endpoint', '=', id).execute()
        await trx.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
      })
      // What was noted in between.
      await database.tables<WebhookTables>().deleteFrom('webhook_deliveries').where('endpoint', '=', id).execute()
      return reply.code(204).send(null)
    },
  )

  app.get(
    `${ROOT}/:id/deliveries`,
    {
      config,
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'List the deliveries to an endpoint, newest first',
        description: 'Kept for 30 days.',
        params,
        querystring: pageQuery,
        response: { 200: pagedSchema(deliverySchema) },
      },
    },
    async ({ url, params: { id }, query }) => {
      await findEndpoint(id)
      const { skip, top } = sliceOf(query)
      const own = tables().selectFrom('webhook_deliveries').where('endpoint', '=', id)
      const { count } = await own.select((e) => e.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow()
      const rows = await own.selectAll().orderBy('created', 'desc').orderBy('id').offset(skip).limit(top).execute()
      return paged(url, query, rows.map(shownDelivery), Number(count))
    },
  )

  app.post(
    `${ROOT}/:id/test`,
    {
      config,
      schema: { operationId: 'testWebhook', summary: 'Send `webhook.test` to an endpoint', params, response: { 202: queuedSchema } },
    },
    async ({ params: { id } }, reply) => {
      const endpoint = await findEndpoint(id)
      checkEnabled(endpoint)
      const now = clock.now()
      const body = { event: 'webhook.test', timestamp: new Date(now).toISOString() }
      const row = deliveryOf(endpoint, { id: newId(), event: 'webhook.test', body, now })
      await tables().insertInto('webhook_deliveries').values(row).execute()
      await database.announce(WEBHOOKS)
      return reply.code(202).send({ delivery_id: row.id, status: 'waiting' })
    },
  )

  app.post(
    `${ROOT}/deliveries/:id/redeliver`,
    {
      config,
      schema: {
        operationId: 'redeliverWebhook',
        summary: 'Redeliver a message',
        description: 'Its id and body stay; it goes to the endpoint’s present address, signed with its present secrets.',
        params,
        response: { 202: queuedSchema },
      },
    },
    async ({ params: { id } }, reply) => {
      const row = await tables().selectFrom('webhook_deliveries').select('endpoint').where('id', '=', id).executeTakeFirst()
      if (!row) throw new ApiError('not_found', 'there is no delivery with this id')
      checkEnabled(await findEndpoint(row.endpoint))
      await tables().updateTable('webhook_deliveries').set(dueNow()).where('id', '=', id).execute()
      await database.announce(WEBHOOKS)
      return reply.code(202).send({ delivery_id: id, status: 'waiting' })
    },
  )

  app.post(
    `${ROOT}/:id/rotate`,
    {
      config,
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate the secret of an endpoint',
        description: 'Those before it sign beside it for 24 hours.',
        params,
        response: { 200: rotatedSchema },
      },
    },
    async ({ params: { id } }) => {
      const endpoint = await findEndpoint(id)
      const now = clock.now()
      // Secrets that nobody can read any more sign nothing.
      const before: Secrets = await openSecrets(key, id, endpoint.secrets).catch(() => [])
      const { secret, secrets } = rotated(before, now)
      const { numUpdatedRows } = await tables()
        .updateTable('webhook_endpoints')
        .set({ secrets: await sealSecrets(key, id, secrets) })
        .where('id', '=', id)
        .where('secrets', '=', endpoint.secrets)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new ApiError('conflict', 'the secret was rotated at the same moment: look whether that one is known')
      const last = Math.max(now, ...secrets.flatMap(({ until }) => until ?? []))
      return { id, secret, previous_until: new Date(last).toISOString() }
    },
  )

  app.post(
    `${ROOT}/:id/recover`,
    {
      config,
      schema: {
        operationId: 'recoverWebhook',
        summary: 'Redeliver all failed messages',
        description: 'Also what is still being tried. What arrived is not sent.',
        params,
        body: recoverSchema,
        response: { 200: recoveredSchema },
      },
    },
    async ({ params: { id }, body }) => {
      checkEnabled(await findEndpoint(id))
      const { numUpdatedRows } = await tables()
        .updateTable('webhook_deliveries')
        .set(dueNow())
        .where('endpoint', '=', id)
        .where('state', '<>', 'delivered')
        .where((e) => e.or([e('state', '=', 'failed'), e('attempts', '>', 0)]))
        .where((e) => e(e.fn.coalesce('last_at', 'created'), '>=', Date.parse(body.since)))
        .executeTakeFirst()
      await database.announce(WEBHOOKS)
      return { recovered: Number(numUpdatedRows) }
    },
  )
}
