import { pino } from 'pino'
import { afterEach, beforeEach } from 'vitest'
import { z } from 'zod'
import { defineConsumer } from '../../kernel/consume/define-consumer.ts'
import { runConsumer } from '../../kernel/consume/run-consumer.ts'
import { newId } from '../../kernel/runtime/ids.ts'
import { documentStored } from '../../schemas/document.ts'
import { type EmbeddedStack, embeddedStack } from '../../tests/support/embedded-stack.ts'
import { log } from './service.ts'

export let stack: EmbeddedStack
/** Thrown by the toy consumer for each record while it is set. */
export let fault: (() => Error) | undefined
export const setFault = (next: typeof fault): void => {
  fault = next
}
/** Documents that the toy consumer was given. */
export let seen: string[] = []
let stop: () => Promise<void>

/** Reads notices of files and does nothing with them, or fails. */
const toy = defineConsumer({
  name: 'toy',
  runs: 'worker',
  on: [documentStored],
  emits: [],
  needs: [],
  retry: { attempts: 2, baseMs: 1, capMs: 1 },
  timeoutMs: 10_000,
  async handle(_, { payload: { document_id } }) {
    seen.push(document_id)
    if (fault) throw fault()
    return []
  },
})

/** Fresh embedded parts for each test of the file that calls this. */
export function freshStackForEach(): void {
  beforeEach(async () => {
    seen = []
    fault = undefined
    stack = await embeddedStack([log], { RATE_LIMIT_PER_MINUTE: '0' })
    const running = await runConsumer({ consumer: toy, ports: stack.ports, log: pino({ level: 'silent' }) })
    stop = () => running.stop(1000)
  })
  afterEach(async () => {
    await stop()
    await stack.dispose()
  })
}

/** Notices of so many files; gives their documents. */
export async function sendNotices(count: number, to: EmbeddedStack = stack): Promise<string[]> {
  const documents = Array.from({ length: count }, () => newId())
  await to.ctx.publish(
    documents.map((document_id) =>
      documentStored.make({
        ...{ upload_id: newId(), document_id, generation: 1, attempt: 1, process_mode: 'async', process: true, message: '' },
        file: {
          ...{ index: 'documents', source_file: 'a.txt', file_type: 'txt', size_bytes: 5, content_type: 'text/plain', blob: 'x' },
          ...{ metadata: { title: 'A', doc_type: 'note' }, received_at: '2026-01-01T00:00:00.000Z' },
        },
      }),
    ),
    { requestId: 'test' },
  )
  return documents
}

const anyBody = z.looseObject({ items: z.array(z.looseObject({})).optional() })

/** A reply's status and body. */
export async function ask(method: 'GET' | 'POST', url: string, payload?: object, headers: Record<string, string> = {}) {
  const reply = await stack.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  // biome-ignore lint/suspicious/noExplicitAny: a reply is checked by what the test expects of it.
  return { status: reply.statusCode, body: anyBody.parse(reply.json()) as any }
}
