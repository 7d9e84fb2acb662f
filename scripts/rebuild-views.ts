// npm run rebuild-views [view …]: folds views anew from the log, beside those that are read, then puts them in their place.
import { parseEnv } from '../kernel/runtime/env.ts'
import { messageOf } from '../kernel/runtime/errors.ts'
import { createLifecycle } from '../kernel/runtime/lifecycle.ts'
import { createLogger } from '../kernel/runtime/log.ts'
import { rebuildViews } from '../kernel/views/rebuild-views.ts'
import { services } from '../services/catalog.ts'
import { openPorts } from '../services/open-ports.ts'

try {
  const names = process.argv.slice(2)
  const all = services.flatMap((s) => s.views ?? [])
  const unknown = names.filter((name) => !all.some((view) => view.name === name))
  if (unknown.length > 0)
    throw new Error(`there is no view named ${unknown.join(', ')}; known are ${all.map(({ name }) => name).join(', ')}`)
  const views = names.length > 0 ? all.filter(({ name }) => names.includes(name)) : all
  const log = createLogger('WARNING')
  const lifecycle = createLifecycle(log)
  const { broker, database } = await openPorts(parseEnv(process.env), log, lifecycle)
  const records = await rebuildViews({ broker, database, views, log })
  console.log(`${views.map(({ name }) => name).join(', ')}: folded anew from ${records} records`)
  await lifecycle.stop('done')
} catch (error) {
  console.error(messageOf(error))
  process.exit(1)
}
