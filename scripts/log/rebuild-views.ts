// npm run rebuild-views [-- view …]: folds views anew from the log, beside those that are read, then puts them in their place.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { holderOfDataDir } from '../../kernel/runtime/data-dir.ts'
import { parseEnv } from '../../kernel/runtime/env.ts'
import { createLifecycle } from '../../kernel/runtime/lifecycle.ts'
import { createLogger } from '../../kernel/runtime/log.ts'
import type { View } from '../../kernel/views/define-view.ts'
import { rebuildViews } from '../../kernel/views/rebuild-views.ts'
import { services } from '../../services/catalog.ts'
import { openPorts } from '../../services/open-ports.ts'
import { failureWords } from './failure-words.ts'
import { operatorServer, SERVER_USAGE } from './operator-server.ts'

const all = services.flatMap((s) => s.views ?? [])
export const USAGE = `Rebuilds views from the log while the system runs. Readers see the old rows until the new ones are complete.

  npm run rebuild-views                 rebuild all views
  npm run rebuild-views -- uploads      rebuild some of them
Views:
${all.map(({ name }) => `  ${name}`).join('\n')}

Works on KAFKA_BROKERS and DATABASE_URL. In embedded mode, the running server rebuilds the views.

${SERVER_USAGE}
Exit codes: 0 done, 1 failed.`

const namesOf = (views: readonly View[]): string[] => views.map(({ name }) => name)

async function byServer(url: string | undefined, views: readonly View[]): Promise<number> {
  const done = await operatorServer(process.env, url)('/admin/views/rebuild', { views: namesOf(views) })
  return z.object({ records: z.int() }).parse(done).records
}

async function here(views: readonly View[]): Promise<void> {
  const log = createLogger('WARNING')
  const lifecycle = createLifecycle(log)
  const { broker, database } = await openPorts(parseEnv(process.env), log, lifecycle)
  tell(views, await rebuildViews({ broker, database, views, log }))
  // It ends the process.
  await lifecycle.stop('done')
}

const tell = (views: readonly View[], records: number) => console.log(`${namesOf(views).join(', ')}: folded anew from ${records} records`)

async function main(args: string[]): Promise<number> {
  const options = { server: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
  const { values, positionals: names } = parseArgs({ args, options, allowPositionals: true })
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const unknown = names.filter((name) => !all.some((view) => view.name === name))
  if (unknown.length > 0) throw new Error(`there is no view named ${unknown.join(', ')}; known are ${namesOf(all).join(', ')}`)
  const views = names.length > 0 ? all.filter(({ name }) => names.includes(name)) : all
  const { KAFKA_BROKERS, DATABASE_URL, DATA_DIR } = parseEnv(process.env)
  const embedded = !KAFKA_BROKERS || !DATABASE_URL
  const named = values.server ?? process.env.MILLRACE_URL
  const installed = existsSync(join(DATA_DIR, DATABASE_URL ? 'log.db' : 'views.db'))
  // A PORT stands in many environments: an installation that is at rest here comes before it.
  const meant = named !== undefined || holderOfDataDir(DATA_DIR) !== undefined || (!installed && process.env.PORT !== undefined)
  const serves = embedded && meant
  // Else a folder that is no installation's would become one.
  if (embedded && !serves && !installed)
    throw new Error(
      `${DATA_DIR} holds no installation: set DATA_DIR, or KAFKA_BROKERS and DATABASE_URL, as the server has it, or name the running server (--server, PORT)`,
    )
  if (serves) tell(views, await byServer(named, views))
  else await here(views)
  return 0
}

if (import.meta.main) {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    console.error(failureWords(error))
    process.exitCode = 1
  }
}
