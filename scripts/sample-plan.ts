// npm run sample-plan [-- --server URL]: puts the emergency plan of an invented school into a running server.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { serverOf } from './cli/arguments.ts'
import { explain } from './cli/ingest.ts'
import { callJson } from './cli/server.ts'
import { printHelp } from './print-help.ts'

const USAGE = `Puts the emergency plan of an invented school into a running server: 16 annexes, 12 roles.

  npm run sample-plan
      --server URL    default MILLRACE_URL, else this machine at PORT (8080)`

const stored = z.object({ id: z.string(), name: z.string(), annexes: z.int(), roles: z.int() })

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
