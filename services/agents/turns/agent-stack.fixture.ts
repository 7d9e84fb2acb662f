import { z } from 'zod'
import { defineAgent } from '../../../kernel/agents/define-agent.ts'
import { defineTool } from '../../../kernel/agents/define-tool.ts'
import type { Completion, CompletionRequest, Llm, Provider } from '../../../kernel/llm/llm.ts'
import type { Service } from '../../../kernel/service.ts'
import { embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { agentsServing } from '../service.ts'

type Said = Partial<Completion> & { readonly text?: string; readonly calls?: readonly [name: string, args: unknown][] }

/** A model that says what a test tells it to, and keeps what it was asked. */
export function scriptedModel() {
  const asked: CompletionRequest[] = []
  const script: { say: (request: CompletionRequest) => Said | Promise<Said>; provider: Provider } = {
    say: () => ({ text: 'fine' }),
    provider: 'openai',
  }
  const answer = async (request: CompletionRequest): Promise<Completion> => {
    asked.push({ ...request, messages: [...request.messages] })
    const { text = '', calls = [], ...rest } = await script.say(request)
    const toolCalls = calls.map(([name, args], i) => ({
      id: `call_${i}`,
      name,
      arguments: typeof args === 'string' ? args : JSON.stringify(args),
    }))
    return {
      texts: [text],
      finishReason: toolCalls.length ? 'tool_calls' : 'stop',
      usage: { prompt: 10, completion: 5, total: 15 },
      ...(toolCalls.length ? { toolCalls } : {}),
      ...rest,
    }
  }
  const llm: Llm = {
    provider: 'openai',
    complete: answer,
    async stream(request, onToken) {
      const completion = await answer(request)
      for (const token of completion.texts[0]?.split(/(?<= )/) ?? []) onToken(token)
      return completion
    },
    check: async () => undefined,
  }
  return { llm, asked, script }
}

/** What the tools of the mill did. */
export const done: string[] = []
const tool = (slug: string, effect: 'read' | 'write', over: Partial<Parameters<typeof defineTool>[0]> = {}) =>
  defineTool({
    ...{ id: `k12-${slug}`, domain: 'k12', slug, description: 'For tests.', effect, timeoutMs: 5_000 },
    input: z.object({ stone: z.string().min(1) }),
    output: z.object({ told: z.string() }),
    handle: async (_ctx, input) => {
      const { stone } = input as { stone: string }
      done.push(`${slug} ${stone}`)
      return { told: `${slug} of ${stone}` }
    },
    ...over,
  })

export const mill: Service = {
  name: 'mill',
  tools: [
    tool('look', 'read'),
    tool('grind', 'write'),
    tool('oil', 'write'),
    tool('hangs', 'read', { timeoutMs: 50, handle: () => new Promise(() => undefined) }),
    tool('floods', 'read', { handle: async () => ({ told: 'x'.repeat(10_000_000) }) }),
    tool('throws', 'read', { handle: async () => Promise.reject(new Error('the inside')) }),
  ],
  agents: [
    defineAgent({
      ...{ id: 'k12-miller', domain: 'k12', slug: 'miller', description: 'Keeps the mill.', prompt: 'You keep the mill.' },
      tools: ['k12-look', 'k12-grind', 'k12-oil', 'k12-hangs', 'k12-floods', 'k12-throws', 'k12-not-there'],
    }),
    defineAgent({
      ...{ id: 'k12-clerk', domain: 'k12', slug: 'clerk', description: 'Counts.', prompt: 'You count.', tools: [] },
      output: z.object({ sacks: z.int() }),
    }),
    defineAgent({
      ...{ id: 'k12-porter', domain: 'k12', slug: 'porter', description: 'Repeats.', prompt: 'You repeat.', tools: [] },
      unaided: async ({ question }) => `It was asked: ${question.toUpperCase()}`,
    }),
  ],
}

/** The mill's agents on a stack of their own, answered by a scripted model. */
export async function agentStack(variables: Record<string, string> = {}, more: readonly Service[] = []) {
  const model = scriptedModel()
  const stack = await embeddedStack([mill, agentsServing([mill]), ...more], variables)
  // in place: what works on runs has copies of the ports
  Object.defineProperties(stack.ports.llm, {
    ...Object.getOwnPropertyDescriptors(model.llm),
    providerOf: { value: () => model.script.provider, configurable: true },
  })
  const call = async (method: 'GET' | 'POST', url: string, payload?: unknown, headers: Record<string, string> = {}) => {
    const reply = await stack.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload: payload as object }) })
    const type = String(reply.headers['content-type'])
    return { status: reply.statusCode, headers: reply.headers, text: reply.body, body: type.includes('json') ? reply.json() : undefined }
  }
  return { ...model, stack, call, dispose: stack.dispose }
}

/** The events of a stream's text. */
export const eventsOf = (text: string) =>
  text
    .split('\n\n')
    .filter((block) => /^event: /m.test(block))
    .map((block) => {
      const line = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
      return { event: line('event'), id: line('id'), data: JSON.parse(line('data')) }
    })
