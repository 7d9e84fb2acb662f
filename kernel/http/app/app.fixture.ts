import { Writable } from 'node:stream'
import { pino } from 'pino'
import { type Env, parseEnv } from '../../runtime/env.ts'
import { type BuildAppOptions, buildApp } from './build-app.ts'

/** Paths as tests of the frame know them. */
const families = [
  { name: 'tests', access: { prefixes: { '/': 'open', '/api': 'api', '/strict': 'strict', '/frame': 'frame', '/admin': 'operator' } } },
] as const

/** An app on a parsed environment, and every line that it logs. For tests. */
export async function testApp(variables: Record<string, string> = {}, more: Partial<BuildAppOptions> = {}) {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const env: Env = parseEnv({ RATE_LIMIT_PER_MINUTE: '0', ...variables })
  const app = await buildApp({ env, log: pino({ level: 'trace' }, sink), families, ...more })
  return { app, env, logged: () => lines.join('') }
}

/** Listens on a free loopback port and returns the base URL. */
export async function listen(app: { listen(options: { port: number; host: string }): Promise<string> }): Promise<string> {
  return app.listen({ port: 0, host: '127.0.0.1' })
}
