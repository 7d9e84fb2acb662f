// The protocol's own conformance suite against /mcp: npm run bench bench/mcp-conformance.ts --suite DIR
// DIR has @modelcontextprotocol/conformance installed. Of its scenarios those that any server can meet; all others ask for tools, prompts and
// resources that the suite's own example server has (test_simple_text, test://static-text, …), or for requests to the client.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { startServer } from '../scripts/cli/start-server.ts'

const SCENARIOS = [
  'server-initialize',
  'logging-set-level',
  'ping',
  'completion-complete',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
  'server-sse-multiple-streams',
]
const { values } = parseArgs({ options: { suite: { type: 'string' } } })
if (!values.suite) throw new Error('--suite: the folder in which @modelcontextprotocol/conformance is installed')
const program = resolve(values.suite, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

const server = await startServer({ RATE_LIMIT_PER_MINUTE: '0' })
let failed = 0
try {
  for (const scenario of SCENARIOS) {
    const args = [program, 'server', '--url', `${server.url}/mcp`, '--scenario', scenario]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    const [told, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    const result = /Passed: .*/.exec(told)?.[0] ?? `ended with ${code}`
    if (code !== 0) failed++
    console.log(`${scenario}: ${result}`)
  }
} finally {
  await server.stop()
}
process.exitCode = failed > 0 ? 1 : 0
