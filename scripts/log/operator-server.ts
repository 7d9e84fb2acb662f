import { z } from 'zod'
import { callJson, type Server, serverUrl } from '../cli/server.ts'

/** Reads and commands of an operator, on the server that the environment names. */
export const SERVER_USAGE = `Server:
      --server URL    server address (default: MILLRACE_URL, else http://127.0.0.1:8080 or the port of PORT)

Environment:
  MILLRACE_URL            server address
  MILLRACE_ADMIN_SECRET   ADMIN_PROXY_SECRET of the server
  MILLRACE_KEY            subscription key of an administrator, instead of the secret
  MILLRACE_TOKEN          bearer token of an administrator, instead of the secret
  MILLRACE_ACTOR          your name in the audit record
`

type Environment = Readonly<Record<string, string | undefined>>

/** Asks the server for JSON of any shape. */
export type Ask = (path: string, body?: object) => Promise<Record<string, unknown>>

/** How an operator's commands reach the server. Rejects with a RequestError that says what to do. */
export function operatorServer(env: Environment, url: string | undefined): Ask {
  const server: Server = {
    url: url ?? serverUrl(env),
    ...(env.MILLRACE_KEY ? { key: env.MILLRACE_KEY } : {}),
    ...(env.MILLRACE_TOKEN ? { token: env.MILLRACE_TOKEN } : {}),
  }
  const headers = {
    ...(env.MILLRACE_ADMIN_SECRET ? { 'X-Runtime-Admin-Proxy-Secret': env.MILLRACE_ADMIN_SECRET } : {}),
    ...(env.MILLRACE_ACTOR ? { 'X-Actor-Id': env.MILLRACE_ACTOR } : {}),
  }
  return (path, body) =>
    callJson(server, path, z.record(z.string(), z.unknown()), { headers, ...(body ? { method: 'POST' as const, json: body } : {}) })
}
