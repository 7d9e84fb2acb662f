import type { FastifyRequest, FastifySchema } from 'fastify'
import { ApiError } from '../../runtime/errors.ts'

/** Whether it is a person's browser that asks: who takes anything is no such. */
export const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && asksFor(request.headers.accept, 'text/html')

const produced = new WeakMap<FastifySchema, readonly string[]>()

/** Media types that a documented route may answer with; a route's schema stays as it is, so they are gathered once. */
function producedBy(schema: FastifySchema): readonly string[] {
  const known = produced.get(schema) ?? typesOf(schema)
  produced.set(schema, known)
  return known
}

/** JSON is always among them: it is what errors are told in. */
function typesOf({ response, events, page }: FastifySchema): readonly string[] {
  const contents = Object.entries((response ?? {}) as Record<string, { content?: object } | undefined>)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, reply]) => Object.keys(reply?.content ?? {}))
  return ['application/json', ...contents, ...(events ? ['text/event-stream'] : []), ...(page ? ['text/html'] : [])]
}

/** What Accept takes, in small letters, without what it says that it does not take (RFC 9110 §12.5.1); parameters other than q are left out. */
function rangesOf(accept: string): string[] {
  return accept.split(',').flatMap((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return parameters.some((p) => /^q\s*=\s*0(\.0*)?$/.test(p)) ? [] : [name]
  })
}

/** Whether Accept lets one of the types through. */
export function accepts(accept: string | undefined, types: readonly string[]): boolean {
  if (!accept?.trim()) return true
  return rangesOf(accept).some(
    (name) => name === '*/*' || types.some((type) => type === name || (name.endsWith('/*') && type.startsWith(name.slice(0, -1)))),
  )
}

/** Whether Accept asks for a type by its name. */
export const asksFor = (accept: string | undefined, type: string): boolean => rangesOf(accept ?? '').includes(type)

/** Whether Accept lets events through, and no JSON: the answer is then a stream, whatever the body says. */
export const takesEventsAlone = (accept: string | undefined): boolean =>
  asksFor(accept, 'text/event-stream') && !accepts(accept, ['application/json'])

/**
 * ApiError not_acceptable where the caller takes nothing that the route can answer with, unsupported_media_type for a body that is
 * compressed: what it inflates to would have no measure.
 */
export function negotiate(request: Pick<FastifyRequest, 'headers'>, schema: FastifySchema | undefined): void {
  const encoding = request.headers['content-encoding']
  if (encoding && encoding.trim().toLowerCase() !== 'identity')
    throw new ApiError('unsupported_media_type', 'send the body without a content encoding', { headers: { 'accept-encoding': 'identity' } })
  if (!schema || schema.hide || request.headers.accept === undefined) return
  const types = producedBy(schema)
  if (!accepts(request.headers.accept, types))
    throw new ApiError('not_acceptable', `this route answers with ${types.join(', ')}`, { details: { types } })
}
