import type { FastifyRequest } from 'fastify'
import secureJson from 'secure-json-parse'
import { ApiError } from '../errors.ts'
import type { App } from './app.ts'
import { jsonErrorPosition } from './json-position.ts'

/** JSON everywhere, forms where a route asks for them, nothing else: what a browser may post unasked from a strange page is 415. */
export function addBodyParsers(app: App): void {
  app.removeAllContentTypeParsers()
  for (const type of ['application/json', /^application\/[\w.+-]+\+json(?:;|$)/])
    app.addContentTypeParser(type, { parseAs: 'string' }, async (_request: FastifyRequest, body: string | Buffer) =>
      parseJsonBody(body.toString()),
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

/** An empty body is no body. ApiError invalid_request with the position of the fault; `__proto__` and `constructor.prototype` are faults. */
export function parseJsonBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' })
  } catch (cause) {
    const position = jsonErrorPosition(text.replace(/^\uFEFF/, ''))
    if (position === undefined)
      throw new ApiError('invalid_request', 'the body has a forbidden key (__proto__ or constructor.prototype)', { cause })
    const before = text.slice(0, position).split('\n')
    const details = { position, line: before.length, column: before.at(-1)!.length + 1 }
    throw new ApiError(
      'invalid_request',
      `the body is not JSON: fault at position ${position} (line ${details.line}, column ${details.column})`,
      {
        details,
      },
    )
  }
}

function parseFormBody(text: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in Object.prototype) throw new ApiError('invalid_request', 'the form has a forbidden field name')
    fields[name] = value
  }
  return fields
}
