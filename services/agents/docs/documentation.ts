import type { Caller } from '../../../kernel/access/caller.ts'
import { readPageSections, readTopLevelSections } from '../../../kernel/docs/read-sections.ts'
import { indexSections, type SectionIndex } from '../../../kernel/docs/section-index.ts'
import type { Section } from '../../../kernel/docs/sections.ts'
import type { EdgeContext } from '../../../kernel/edge-context.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import type { Env } from '../../../kernel/runtime/env.ts'
import { withCurrentValues } from './current-values.ts'
import { requestBodySections } from './request-bodies.ts'

/** Returns the passages that match a question best, as far as the caller may read them. */
export type FindPassages = (question: string, top: number) => Promise<readonly Section[]>

interface Documentation {
  readonly edge: EdgeContext
  /** Opens at the first question. */
  readonly open: () => Promise<SectionIndex>
}

/** The documentation of each edge of this process, by its database. */
const kept = new WeakMap<object, Documentation>()

export function keepDocumentation(app: App, edge: EdgeContext): void {
  let index: Promise<SectionIndex> | undefined
  const open = () => {
    index ??= openIndex(app).catch((error: unknown) => {
      index = undefined
      throw error
    })
    return index
  }
  kept.set(edge.ports.database, { edge, open })
}

const openIndex = async (app: App): Promise<SectionIndex> =>
  indexSections([...(await readTopLevelSections()), ...(await readPageSections()), ...(await requestBodySections(app.operations))])

/** Whether the caller may read what is written for operators and developers: a key with the scope, and every caller of an open server. */
export const isInternal = (
  { keyName, goodUntil }: Pick<Caller, 'keyName' | 'goodUntil'>,
  { SUBSCRIPTION_KEYS: keys }: Pick<Env, 'SUBSCRIPTION_KEYS'>,
): boolean =>
  keys ? keys.some(({ name, scope }) => name === keyName && scope === 'internal') : keyName === undefined && goodUntil === undefined

/** Returns the search over the documentation for a caller, which finds nothing in a process without an edge. */
export function documentationFor(caller: Caller, env: Pick<Env, 'SUBSCRIPTION_KEYS'>, database: object): FindPassages {
  return async (question, top) => {
    const { open, edge } = kept.get(database) ?? {}
    if (!open || !edge) return []
    const index = await open()
    const internal = isInternal(caller, env)
    const found = await index.findPassages(question, { top, internal })
    return !internal ? found : found.map((section) => withCurrentValues(section, edge.ports.config))
  }
}
