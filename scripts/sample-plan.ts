// npm run sample-plan [-- --server URL]: puts the emergency plan of an invented school into a running server.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { serverOf } from './cli/arguments.ts'
import { explain } from './cli/ingest.ts'
import { callJson } from './cli/server.ts'
import { printHelp } from './print-help.ts'

export const USAGE = `Stores the emergency plan of an invented school on a running server: 16 annexes and 12 roles.

  npm run sample-plan
      --server URL    server address (default: MILLRACE_URL, else http://127.0.0.1:8080 or the port of PORT)

Exit codes: 0 done, 1 failed.`

const stored = z.object({ id: z.string(), name: z.string(), annexes: z.int(), roles: z.int() })

if (import.meta.main) {
  printHelp(USAGE)
  try {
    const { values } = parseArgs({ options: { server: { type: 'string' } } })
    const server = serverOf(values.server, process.env)
    const { id, name, annexes, roles } = await callJson(server, '/k12/sample-plan', stored, { method: 'POST', json: {} })
    console.log(
      `${name}: ${annexes} annexes, ${roles} roles\n  plan   ${server.url}/k12/plans/${id}\n  guides ${server.url}/guides?plan=${id}`,
    )
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}
