import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Caller } from '../../../kernel/access/caller.ts'
import { readTopics } from '../../../kernel/broker/topics.ts'
import { settingsOf, settingValue } from '../../../kernel/config/settings.ts'
import type { EdgeContext } from '../../../kernel/edge-context.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import type { Env } from '../../../kernel/runtime/env.ts'
import { type Manual, openManual } from './manual.ts'
import { type ApiDocument, errorSections, fieldSections, headerSections, topicSections } from './reference.ts'
import { operationSections, type Section, sectionsOf } from './sections.ts'

/** What users may read, and what operators and developers may read beside it. */
const FOR_USERS = ['README.md', 'GUIDE.md']
const INTERNAL = ['OPERATIONS.md', 'SECURITY.md', 'ARCHITECTURE.md']
const ROOT = new URL('../../../', import.meta.url)

interface Manuals {
  readonly external: Manual
  readonly internal: Manual
}

/** The documentation of each edge of this process, by its store; read when it is first asked for. */
const opened = new WeakMap<object, () => Promise<Manuals>>()

export function keepDocumentation(app: App, edge: EdgeContext): void {
  let made: Promise<Manuals> | undefined
  opened.set(edge.ports.database, () => {
    made ??= openManuals([...operationSections(app.operations), ...referenceOf(app.swagger() as ApiDocument)], edge)
    return made
  })
}

const referenceOf = (document: ApiDocument): Section[] => [
  ...headerSections(document),
  ...errorSections(),
  ...topicSections(readTopics()),
  ...fieldSections(document),
]

/** Files that are not there are left out. */
async function openManuals(operations: readonly Section[], edge: EdgeContext): Promise<Manuals> {
  const read = async (names: readonly string[]) => {
    const texts = await Promise.all(
      names.map(async (name) => {
        const file = new URL(name, ROOT)
        return existsSync(file) ? sectionsOf(name, await readFile(file, 'utf8')) : []
      }),
    )
    return texts.flat()
  }
  const users = [...(await read(FOR_USERS)), ...operations]
  const external = await openManual([...users, ...settingSections(edge, { told: false })])
  return { external, internal: await openManual([...users, ...settingSections(edge, { told: true }), ...(await read(INTERNAL))]) }
}

/** Settings that are numbers or switches; `told`: with what they are now, which concerns whoever runs the installation. */
function settingSections({ configSchema, ports: { config } }: EdgeContext, { told }: { told: boolean }): Section[] {
  return settingsOf(configSchema, config).flatMap((setting) => {
    const { description } = setting.schema
    const value = () => settingValue(config, setting)
    if (!description || !['number', 'boolean'].includes(typeof value())) return []
    return [
      {
        source: 'Settings',
        whole: true as const,
        title: setting.key,
        get text() {
          return `\`${setting.key}\`: ${description.replace(/\.?$/, '.')}${told ? ` Here: ${value()}.` : ''}`
        },
      },
    ]
  })
}

/** Who may read what is written for operators and developers: a key with the scope, and everyone where nothing is asked for. */
export const isInternal = (
  { keyName, goodUntil }: Pick<Caller, 'keyName' | 'goodUntil'>,
  { SUBSCRIPTION_KEYS: keys }: Pick<Env, 'SUBSCRIPTION_KEYS'>,
): boolean =>
  keys ? keys.some(({ name, scope }) => name === keyName && scope === 'internal') : keyName === undefined && goodUntil === undefined

let turn: Promise<void> = Promise.resolve()
/** To look through the documentation takes long enough for a turn of its own: one body of MCP may ask twenty times. */
export const ownTurn = (): Promise<void> => {
  turn = turn.then(() => nextTurn())
  return turn
}

/** The documentation as the caller may read it, to be looked through now; undefined where this process has no edge. */
export async function documentationFor(caller: Caller, env: Pick<Env, 'SUBSCRIPTION_KEYS'>, database: object): Promise<Manual | undefined> {
  const all = await opened.get(database)?.()
  await ownTurn()
  return isInternal(caller, env) ? all?.internal : all?.external
}
