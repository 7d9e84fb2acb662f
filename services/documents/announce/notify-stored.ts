import { defineConsumer } from '../../../kernel/consume/define-consumer.ts'
import { documentReceived, documentStored } from '../../../schemas/document.ts'

/** With the HTTP trigger off: tells that the file is stored, which is what the pipeline then starts from. */
export const notifyStored = defineConsumer({
  name: 'notify',
  runs: 'edge',
  on: [documentReceived],
  emits: [documentStored],
  needs: [],
  retry: { attempts: 5, baseMs: 200, capMs: 10_000 },
  timeoutMs: 10_000,
  concerns: ({ payload }) => payload.process && payload.trigger === 'event',
  handle: async (_ctx, { payload }) => [documentStored.make(payload)],
})
