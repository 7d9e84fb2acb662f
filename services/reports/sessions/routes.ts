import { z } from 'zod'
import type { App } from '../../../kernel/http/app/app.ts'
import { callerName, ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { createSession, findSession, showSession } from './keep-session.ts'
import { sessionReplySchema, sessionRequestSchema } from './session.ts'

const SESSIONS = '/sdac/sessions'
export const sessionCommands = [`POST ${SESSIONS}`]
const config = { access: 'api' } as const

export function registerSessionRoutes(app: App, { ports }: EdgeContext): void {
  app.post(
    SESSIONS,
    {
      config,
      schema: {
        operationId: 'startCostReportSession',
        summary: 'Start the review of a cost report',
        body: sessionRequestSchema,
        response: { 201: sessionReplySchema },
      },
    },
    async (request, reply) => {
      const session = await createSession(ports, ownerOf(callerName(request.caller)), request.body)
      return reply
        .code(201)
        .header('location', `${SESSIONS}/${session.id}`)
        .send(await showSession(ports, session))
    },
  )

  app.get(
    `${SESSIONS}/:session_id`,
    {
      config,
      schema: {
        operationId: 'getCostReportSession',
        summary: 'Get a review session and its report',
        params: z.object({ session_id: z.string().max(200) }),
        response: { 200: sessionReplySchema },
      },
    },
    async (request) => {
      const session = await findSession(ports, ownerOf(callerName(request.caller)), request.params.session_id)
      if (!session) throw noSession(request.params.session_id)
      return showSession(ports, session)
    },
  )
}

export const noSession = (id: string): ApiError =>
  new ApiError('not_found', `there is no session with the id ${id.slice(0, 64)}, or it has expired; begin one with POST ${SESSIONS}`)
