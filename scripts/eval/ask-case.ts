import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { pathOf } from '../../clients/typescript/src/client.ts'
import { answerSchema } from '../cli/replies.ts'
import { RequestError } from '../cli/request-error.ts'
import { callJson, type Server } from '../cli/server.ts'
import type { EvalCase } from './read-cases.ts'

/** One of the two things that are compared. What is undefined is the server's default. */
export interface Side {
  readonly index?: string
  /** Path of a system prompt, as `system_prompt_file` takes it. */
  readonly promptFile?: string
  readonly model?: string
  /** Whether vectors are used: hybrid, text, or as configured. */
  readonly mode?: 'hybrid' | 'text'
}

const evalAnswerSchema = answerSchema.extend({
  tokens_used: z.number().nullish(),
  response_metadata: z.looseObject({
    answer_kind: z.string().optional(),
    cost: z.object({ amount: z.number(), currency: z.string() }).optional(),
  }),
})
export type EvalAnswer = z.output<typeof evalAnswerSchema>

const LIMITED_TRIES = 5
const MAX_WAIT_MS = 60_000

const bodyOf = ({ question, filter, history }: EvalCase, { index, promptFile, model, mode }: Side, top: number) => ({
  question,
  ...(history ? { history } : {}),
  fetch_args: {
    CloudSearchFetcher: {
      top_k: top,
      ...(filter ? { filter } : {}),
      ...(index ? { index } : {}),
      ...(mode ? { vector_search: mode === 'hybrid' } : {}),
    },
  },
  ...(promptFile ? { system_prompt_file: promptFile } : {}),
  ...(model ? { override_config: { llm: model } } : {}),
})

/** Asks a side. Waits as a server that limits its callers says. Rejects with RequestError, which names the case. */
export async function askCase(server: Server, evalCase: EvalCase, side: Side, top: number, signal?: AbortSignal): Promise<EvalAnswer> {
  for (let attempt = 1; ; attempt++) {
    try {
      const route = pathOf(evalCase.history?.length ? 'flexibleChat' : 'flexibleRag')
      return await callJson(server, route, evalAnswerSchema, { method: 'POST', json: bodyOf(evalCase, side, top), signal })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (error.status === 429 && attempt < LIMITED_TRIES) {
        await sleep(Math.min(error.retryAfterMs ?? 1000, MAX_WAIT_MS), undefined, { signal })
        continue
      }
      throw new RequestError(`case ${evalCase.id}: ${error.message}`, error)
    }
  }
}
