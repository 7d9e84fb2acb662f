import type { Completion, CompletionRequest, Llm } from '../../kernel/llm/llm.ts'

const usage = { prompt: 1, completion: 1, total: 2 }

/** Answers "ok" at once; where it is given tools and no result yet, it calls the first one. */
const answer = ({ tools = [], messages }: CompletionRequest): Completion =>
  tools[0] && messages.at(-1)?.role !== 'tool'
    ? { texts: [''], toolCalls: [{ id: 'c1', name: tools[0].name, arguments: '{"a":1,"b":2}' }], finishReason: 'tool_calls', usage }
    : { texts: ['ok'], finishReason: 'stop', usage }

export * from '../../kernel/llm/routed.ts'

/** In place of the model of every alias. */
export const routedLlm = (): Llm => ({
  provider: 'openai',
  complete: async (request) => answer(request),
  async stream(request, onToken) {
    const completion = answer(request)
    onToken(completion.texts[0] ?? '')
    return completion
  },
  check: async () => undefined,
})
