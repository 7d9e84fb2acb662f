import { z } from 'zod'
import type {} from '../openapi/route-docs.ts'
import type { App } from './app.ts'

/** An operation of the API, as its document names it. */
export interface Operation {
  /** In capitals. */
  readonly method: string
  /** With parameters in braces: `/runs/{id}`. */
  readonly path: string
  readonly summary: string
  readonly description: string | undefined
  /** The schema of the request body, or of the parts of a form. */
  readonly body: z.ZodType | undefined
}

/** Notes every route that is registered from now on and stands in the API's document: `app.operations`. */
export function noteOperations(app: App): void {
  const operations: Operation[] = []
  app.decorate('operations', operations)
  app.addHook('onRoute', ({ method, url, schema }) => {
    const { summary, description, hide, form, body = form } = schema ?? {}
    if (hide || !summary || url.includes('*')) return
    const path = url.replace(/:(\w+)/g, '{$1}')
    for (const one of [method].flat())
      if (one !== 'HEAD' && one !== 'OPTIONS')
        operations.push({ method: one, path, summary, description, body: body instanceof z.ZodType ? body : undefined })
  })
}
