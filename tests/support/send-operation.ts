import type { Operation } from './api-operations.ts'

/** A call that does not answer within this has hung. */
const ANSWER_LIMIT_MS = 20_000

export interface OperationCall {
  readonly params: Readonly<Record<string, string>>
  /** Raw for a JSON route; fields for a form, `file` being its content and `file_name` its name. */
  readonly body?: string | Uint8Array<ArrayBuffer> | Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls a route. Event streams are left once they began. Rejects when the server hangs or is gone. */
export async function sendOperation(url: string, operation: Operation, call: OperationCall): Promise<{ status: number; text: string }> {
  const inPath = new Set<string>()
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent((call.params[name] ?? 'x').toWellFormed())
  })
  const query = new URLSearchParams(Object.entries(call.params).filter(([name]) => !inPath.has(name)))
  const raw = typeof call.body === 'string' || call.body instanceof Uint8Array
  const reply = await fetch(`${url}${path}${query.size ? `?${query}` : ''}`, {
    method: operation.method,
    redirect: 'manual',
    headers: { ...(raw ? { 'content-type': 'application/json' } : {}), ...call.headers },
    body: call.body === undefined || raw ? (call.body as string | undefined) : formOf(call.body as Record<string, string>),
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  })
  if (reply.headers.get('content-type')?.startsWith('text/event-stream')) {
    await reply.body?.cancel()
    return { status: reply.status, text: '' }
  }
  return { status: reply.status, text: await reply.text() }
}

function formOf({ file, file_name, ...fields }: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file !== undefined) form.append('file', new Blob([file]), file_name ?? 'file.txt')
  return form
}
