import { z } from 'zod'
import { runStatuses } from '../../../schemas/run.ts'
import { endReasons } from '../turns/turn-result.ts'

const RUN = '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11'
const usage = z.object({ promptTokens: z.int(), completionTokens: z.int() })
const cost = z.object({ amount: z.number(), currency: z.string(), estimated: z.boolean() })

export const answerSchema = z
  .object({
    text: z.string(),
    object: z.unknown().optional().describe('Of agents that answer in a form: the answer as data.'),
    usage: usage.describe('Tokens of all calls of the model together.'),
    cost: cost.optional().describe('By the price of the alias; absent where it has none.'),
    finishReason: z.enum(endReasons),
    model: z.string().describe('`embedded`: no model is configured, and the words are made of what tools gave.'),
    runId: z.string().describe('Under which the turn is recorded.'),
  })
  .meta({
    id: 'AgentAnswer',
    description: 'What an agent answered.',
    examples: [
      {
        text: 'Hotel rates abroad follow the table of the ministry.',
        usage: { promptTokens: 812, completionTokens: 24 },
        finishReason: 'stop',
        model: 'gpt-4o-mini',
        runId: RUN,
      },
    ],
  })

export const waitingSchema = z
  .object({ runId: z.string(), status: z.literal('waiting') })
  .meta({ id: 'AgentWaiting', description: 'A person has to allow a call first.', examples: [{ runId: RUN, status: 'waiting' }] })

const writeCall = z.object({ tool: z.string(), input: z.unknown() })
export const agentRunSchema = z
  .object({
    runId: z.string(),
    agent: z.string(),
    title: z.string(),
    status: z.enum(runStatuses),
    createdAt: z.string(),
    endedAt: z.string().nullable(),
    prompt: z.string().optional().describe('Version of the prompt that the agent was told.'),
    waitingFor: writeCall.optional().describe('The call that a person has to allow.'),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
    steps: z.array(z.unknown()).optional().describe('Of a turn that came to no answer: its calls of the model and of tools until then.'),
    result: answerSchema
      .omit({ runId: true })
      .extend({ steps: z.array(z.unknown()).describe('Calls of the model and of tools, in their order.') })
      .optional(),
  })
  .meta({
    id: 'AgentRun',
    description: 'A turn of an agent, as it is recorded.',
    examples: [
      {
        runId: RUN,
        agent: 'k12-annex-editor',
        title: 'k12-annex-editor: Shorten the annex on fires.',
        status: 'waiting',
        createdAt: '2026-03-12T09:30:00.000Z',
        endedAt: null,
        prompt: '5e2f0c1b9a77',
        waitingFor: { tool: 'k12-annex-editing-kickoff', input: { prompt: 'Shorten it.' } },
      },
    ],
  })

const toolCallId = z.string()
const event = <S extends z.ZodType>(description: string, data: S, example: z.input<S>) => ({
  description,
  data: data.meta({ examples: [example] }),
})
export const agentEvents = {
  delta: event('A piece of the answer.', z.object({ content: z.string() }), { content: 'Hotel rates' }),
  'tool-call': event('A tool is called.', z.object({ toolCallId, toolName: z.string() }), {
    toolCallId: 'call_1',
    toolName: 'admin-knowledge-search',
  }),
  'tool-result': event('A tool came to its end.', z.object({ toolCallId, success: z.boolean() }), { toolCallId: 'call_1', success: true }),
  usage: event('Tokens of all calls of the model together.', usage, { promptTokens: 812, completionTokens: 24 }),
  waiting: event('A person has to allow a call; the stream ends.', z.object({ runId: z.string(), status: z.literal('waiting') }), {
    runId: RUN,
    status: 'waiting' as const,
  }),
  error: event('The turn failed; `done` follows.', z.object({ message: z.string() }), { message: 'The model does not answer.' }),
  done: event('The end.', z.object({ success: z.boolean(), finishReason: z.string().optional() }), { success: true, finishReason: 'stop' }),
}
