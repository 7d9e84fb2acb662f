import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import type { App } from './app.ts'
import { parseJson } from './parse-json.ts'

/** JSON everywhere, forms where a route asks for them, nothing else: what a browser may post unasked from a strange page is 415. */
export function addBodyParsers(app: App): void {
  app.removeAllContentTypeParsers()
  for (const type of ['application/json', /^application\/[\w.+-]+\+json(?:;|$)/])
    app.addContentTypeParser(type, { parseAs: 'string' }, async (_request: FastifyRequest, body: string | Buffer) =>
      parseJson(body.toString()),
    )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string | Buffer) => {
      if (!request.routeOptions.config.form)
        throw new ApiError('unsupported_media_type', 'this route does not read forms; send application/json')
      return parseFormBody(body.toString())
    },
  )
}

function parseFormBody(text: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in Object.prototype) throw new ApiError('invalid_request', 'the form has a forbidden field name')
    fields[name] = value
  }
  return fields
}
