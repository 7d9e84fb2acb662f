// The composition root: reads the environment, builds the ports, starts what SERVICES names.
import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// Where collecting is quick V8 lets a heap grow to four times what is alive, which is kept from everyone else on the machine.
setFlagsFromString('--heap-growing-percent=40')
// A place whose objects were mostly alive when V8 looked (in a start's queues) allocates old ones from then on: in about one start of three
// what requests need for a moment stayed until a full collection, and each cost half as much again.
setFlagsFromString('--no-allocation-site-pretenuring')
// Its compilers begin at 400 and 3,000 calls else, which costs a fresh server 4 % over its first 50 documents. Another engine may not know the flags.
if (process.versions.v8.startsWith('13.6.'))
  for (const flag of ['--invocation-count-for-maglev=3000', '--invocation-count-for-turbofan=12000']) setFlagsFromString(flag)
// Before anything else is loaded: a second start then compiles nothing.
enableCompileCache()
const [{ EnvError, parseEnv }, { messageOf }, { start }] = await Promise.all([
  import('../kernel/runtime/env.ts'),
  import('../kernel/runtime/errors.ts'),
  import('./start.ts'),
])

const names = process.argv.slice(2)
try {
  const env = parseEnv({ ...process.env, ...(names.length ? { SERVICES: names.join(',') } : {}) })
  await start(env)
} catch (error) {
  process.stderr.write(`${error instanceof EnvError ? error.message : `cannot start: ${messageOf(error)}`}\n`)
  process.exit(1)
}
