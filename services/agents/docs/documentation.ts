import type { Caller } from '../../../kernel/access/caller.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import type { OpenApiDocument } from '../../../kernel/http/openapi/document.ts'
import type { Env } from '../../../kernel/runtime/env.ts'
import { type Documentation, openDocumentation } from './sections.ts'

type Opened = ReturnType<typeof openDocumentation>

/** The documentation of each edge of this process, by its store: the API's document is made when it is first asked for. */
const opened = new WeakMap<object, () => Opened>()

export function keepDocumentation(app: App, database: object): void {
  let made: Opened | undefined
  opened.set(database, () => {
    made ??= openDocumentation(app.swagger() as unknown as OpenApiDocument)
    return made
  })
}

/** Who may read what is written for operators and developers: a key with the scope, and everyone where nothing is asked for. */
export const isInternal = (
  { keyName, goodUntil }: Pick<Caller, 'keyName' | 'goodUntil'>,
  { SUBSCRIPTION_KEYS: keys }: Pick<Env, 'SUBSCRIPTION_KEYS'>,
): boolean =>
  keys ? keys.some(({ name, scope }) => name === keyName && scope === 'internal') : keyName === undefined && goodUntil === undefined

/** The documentation as the caller may read it; undefined where this process has no edge. */
export function documentationFor(caller: Caller, env: Pick<Env, 'SUBSCRIPTION_KEYS'>, database: object): Documentation | undefined {
  const all = opened.get(database)?.()
  return isInternal(caller, env) ? all?.internal : all?.external
}
