// The whole server, with a model in the process itself and the tool and agents of offers.ts; tells its processor time and memory when asked.
import { enableCompileCache, registerHooks } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { parseEnv } from '../../kernel/runtime/env.ts'

// As services/main.ts has it.
setFlagsFromString('--heap-growing-percent=40')
setFlagsFromString('--no-allocation-site-pretenuring')
if (process.versions.v8.startsWith('13.6.'))
  for (const flag of ['--invocation-count-for-maglev=3000', '--invocation-count-for-turbofan=12000']) setFlagsFromString(flag)
enableCompileCache()

const INSTEAD: readonly (readonly [ending: string, file: string])[] = [
  ['/kernel/llm/routed.ts', 'stub-model.ts'],
  ['/services/agents/domains/discover.ts', 'discover.ts'],
]
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const [, file] = INSTEAD.find(([ending]) => found.url.endsWith(ending)) ?? []
    return file && !context.parentURL?.includes('/bench/agents/') ? { ...found, url: new URL(file, import.meta.url).href } : found
  },
})
const { start } = await import('../../services/start.ts')
await start(parseEnv(process.env))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: (user + system) / 1e6, rss: process.resourceUsage().maxRSS / 1024 })
})
process.send?.('ready')
