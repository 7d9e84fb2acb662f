// The composition root: reads the environment, builds the ports, starts what SERVICES names.
import { enableCompileCache } from 'node:module'
import { EnvError, parseEnv } from '../kernel/env.ts'
import { messageOf } from '../kernel/errors.ts'
import { start } from './start.ts'

enableCompileCache()
const names = process.argv.slice(2)
try {
  const env = parseEnv({ ...process.env, ...(names.length ? { SERVICES: names.join(',') } : {}) })
  await start(env)
} catch (error) {
  process.stderr.write(`${error instanceof EnvError ? error.message : `cannot start: ${messageOf(error)}`}\n`)
  process.exit(1)
}
