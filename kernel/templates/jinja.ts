import { ApiError } from '../runtime/errors.ts'
import { closePool, openPool, type RenderPool, submit } from './render-pool.ts'
import { MAX_OUTPUT, type RenderRequest } from './render-reply.ts'
import type { RenderedTemplate, RenderFor, Templates } from './templates.ts'

/** Jinja templates, rendered in worker threads under limits of time, memory and output. */
export function createTemplates(): Templates {
  const pool = openPool()
  return {
    async render(template, variables, asked) {
      if (pool.callers.closed) throw new ApiError('unavailable', 'Templates are closed.')
      const plain = withoutTags(template)
      if (plain) return plain
      const message = { template, variables: JSON.stringify(variables) }
      return run(pool, message, asked)
    },
    async check(template, asked) {
      if (pool.callers.closed) throw new ApiError('unavailable', 'Templates are closed.')
      if (withoutTags(template)) return
      // not in this thread: some texts take the parser minutes
      await run(pool, { template, variables: null }, asked)
    },
    close: () => closePool(pool),
  }
}

const run = (pool: RenderPool, message: RenderRequest, { caller, everyones = false }: RenderFor = {}): Promise<RenderedTemplate> =>
  new Promise((resolve, reject) => submit(pool, everyones ? 'everyones' : 'callers', { message, caller, resolve, reject }))

/** A text without tags is its own rendering and needs no worker; a final line break is dropped, as the language says. */
function withoutTags(template: string): RenderedTemplate | undefined {
  if (/\{[{%#]/.test(template) || Buffer.byteLength(template) > MAX_OUTPUT) return undefined
  return { text: template.replace(/\n$/, ''), used: [] }
}
