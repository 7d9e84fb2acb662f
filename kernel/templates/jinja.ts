import { ApiError } from '../errors.ts'
import { closePool, openPool, submit } from './render-pool.ts'
import { MAX_OUTPUT } from './render-reply.ts'
import type { RenderedTemplate, Templates } from './templates.ts'

/** Jinja templates, rendered in worker threads under limits of time, memory and output. */
export function createTemplates(): Templates {
  const pool = openPool()
  return {
    async render(template, variables) {
      if (pool.closed) throw new ApiError('unavailable', 'Templates are closed.')
      const plain = withoutTags(template)
      if (plain) return plain
      const message = { template, variables: JSON.stringify(variables) }
      return new Promise((resolve, reject) => submit(pool, { message, resolve, reject }))
    },
    async check(template) {
      if (pool.closed) throw new ApiError('unavailable', 'Templates are closed.')
      if (withoutTags(template)) return
      // not in this thread: some texts take the parser minutes
      await new Promise((resolve, reject) => submit(pool, { message: { template, variables: null }, resolve, reject }))
    },
    close: () => closePool(pool),
  }
}

/** A text without tags is its own rendering and needs no worker; a final line break is dropped, as the language says. */
function withoutTags(template: string): RenderedTemplate | undefined {
  if (/\{[{%#]/.test(template) || Buffer.byteLength(template) > MAX_OUTPUT) return undefined
  return { text: template.replace(/\n$/, ''), used: [] }
}
