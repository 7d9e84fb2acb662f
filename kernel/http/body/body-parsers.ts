import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../runtime/errors.ts'
import type { App } from '../app/app.ts'
import { readFields } from './multipart.ts'
import { parseJson } from './parse-json.ts'
import { notUtf8, utf8Text } from './utf8-text.ts'

/** JSON everywhere, forms where a route asks for them, nothing else: what a browser may post unasked from a strange page is 415. */
export function addBodyParsers(app: App): void {
  app.removeAllContentTypeParsers()
  for (const type of ['application/json', /^application\/[\w.+-]+\+json(?:;|$)/])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (request: FastifyRequest, body: string | Buffer, done: BodyDone) => {
      const { unread, maxKeys } = request.routeOptions.config
      done(null, unread ? body : parseJson(textOf(body), { maxKeys }))
    })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: string | Buffer) => {
      if (!request.routeOptions.config.form)
        throw new ApiError('unsupported_media_type', 'this route does not read forms; send application/json')
      return parseFormBody(textOf(body))
    },
  )
  app.addHook('onRoute', (route) => {
    // a multipart body reaches its route unread; one that reads files does so by itself
    const { form = false } = route.config ?? {}
    if (!form && (route.schema?.form || !route.schema?.body)) return
    const readParts = form ? fieldsIntoBody : refuseParts
    route.preValidation = [route.preValidation ?? []].flat().concat(readParts)
  })
}

async function fieldsIntoBody(request: FastifyRequest): Promise<void> {
  const { bodyLimit } = request.routeOptions
  if (request.isMultipart()) request.body = await readFields(request, { count: MAX_FIELDS, bytes: bodyLimit })
}

function refuseParts(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.isMultipart()) throw new ApiError('unsupported_media_type', 'this route does not read forms; send application/json')
  done()
}

type BodyDone = (error: Error | null, body?: unknown) => void

const textOf = (body: string | Buffer): string => (typeof body === 'string' ? body : utf8Text(body, 'the body'))

/** A form has far fewer fields; each more costs whoever copies them. */
const MAX_FIELDS = 1_000

/** A field that comes several times has all its values. */
function parseFormBody(text: string): Record<string, string | string[]> {
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS)
    throw new ApiError('payload_too_large', `the form has more than ${MAX_FIELDS} fields`, { details: { limit: MAX_FIELDS } })
  refuseBrokenEscapes(text)
  const fields: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in Object.prototype) throw new ApiError('invalid_request', 'the form has a forbidden field name')
    const earlier = fields[name]
    fields[name] = earlier === undefined ? value : [earlier, value].flat()
  }
  return fields
}

/** Bytes that are written as %XX are no UTF-8 as easily as those that are not. */
function refuseBrokenEscapes(text: string): void {
  for (const [escaped] of text.matchAll(/(?:%[0-9a-f]{2})+/gi))
    try {
      decodeURIComponent(escaped)
    } catch {
      throw notUtf8('the form')
    }
}
