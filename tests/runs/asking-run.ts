import { z } from 'zod'
import { defineRun, defineStep } from '../../kernel/runs/define-run.ts'

const retry = { attempts: 1, baseMs: 1, capMs: 1 }

/** For tests: a run of one step that calls the model once. */
export const askingRun = defineRun({
  kind: 'asks',
  input: z.object({}),
  result: z.string(),
  steps: [
    defineStep<object, 'llm'>({
      name: 'ask',
      needs: ['llm'],
      retry,
      timeoutMs: 120_000,
      onFail: 'end',
      async handle({ ports, signal }) {
        const { texts } = await ports.llm.complete({ messages: [{ role: 'user', content: 'q' }], model: 'm', n: 1, parameters: {}, signal })
        return texts.join('')
      },
    }),
  ],
  deadlineMs: 600_000,
  keepMs: 600_000,
})
