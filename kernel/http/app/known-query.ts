import { z } from 'zod'
import { requireKnownName } from '../body/known-name.ts'
import type { App } from './app.ts'

/**
 * Names of a query that a route does not know are refused: `?pagesize=5` would give the first page of another size without a word.
 * Pages, and open routes without a query, take what others put into addresses.
 */
export function addKnownQuery(app: App): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const given = Object.keys(request.query as object)
    if (given.length === 0) return done()
    const { schema, config } = request.routeOptions
    if (schema?.page || (!schema?.querystring && config.access === 'open')) return done()
    const known = schema?.querystring instanceof z.ZodObject ? Object.keys(schema.querystring.shape) : []
    for (const name of given) requireKnownName('the query parameter', name, known)
    done()
  })
}
