import { messageOf } from '../../kernel/runtime/errors.ts'
import { RequestError } from '../cli/request-error.ts'

const SIGN_IN =
  "Set MILLRACE_ADMIN_SECRET to the server's ADMIN_PROXY_SECRET, or MILLRACE_KEY and MILLRACE_TOKEN to those of an administrator."

/** The server names fields of what it was sent; whoever typed a command knows them as its options. */
const asOption = (message: string): string =>
  message.replace(/^(?:(?:Body|Querystring)\.(\w+)|Into\.topic)/, (_, name = 'into') => `--${String(name).replaceAll('_', '-')}`)

/** Why an operator's command failed, and what to do where the message does not say. */
export function failureWords(error: unknown): string {
  if (!(error instanceof RequestError)) return messageOf(error)
  if (error.code === 'unreachable') return `${error.message} ${error.advice}`
  return error.code === 'unauthorized' || error.code === 'forbidden' ? `${error.message} ${SIGN_IN}` : asOption(error.message)
}
