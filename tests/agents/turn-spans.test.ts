import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { trace } from '@opentelemetry/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { parseEnv } from '../../kernel/runtime/env.ts'
import { startTraceExport } from '../../kernel/runtime/trace-export.ts'
import { agentStack } from '../../services/agents/turns/agent-stack.fixture.ts'

const valueSchema = z.looseObject({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() })
const spanSchema = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  status: z.looseObject({ code: z.number().optional() }).default({}),
  attributes: z.array(z.object({ key: z.string(), value: valueSchema })).default([]),
})
const exportSchema = z.looseObject({
  resourceSpans: z.array(z.looseObject({ scopeSpans: z.array(z.looseObject({ spans: z.array(spanSchema) })) })),
})
type ToldSpan = z.output<typeof spanSchema>

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4737'
const told: ToldSpan[] = []
let receiver: Server
let it: Awaited<ReturnType<typeof agentStack>>
let stop: (() => Promise<void>) | undefined

beforeAll(async () => {
  receiver = createServer(async (request, reply) => {
    const { resourceSpans } = exportSchema.parse(await json(request))
    told.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
    reply.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  stop = await startTraceExport(parseEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: process.env.OTEL_EXPORTER_OTLP_ENDPOINT }), '0')
  it = await agentStack()
})
afterAll(async () => {
  await it.dispose()
  trace.disable()
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  receiver.close()
})

const attribute = ({ attributes }: ToldSpan, key: string) => {
  const value = attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

test('a collector gets a turn as OpenTelemetry’s conventions for generative AI have it: agent, calls of the model, tools', async () => {
  it.script.say = ({ messages }) =>
    messages.at(-1)?.role === 'tool'
      ? { text: 'It turns.' }
      : {
          calls: [['k12-look', { stone: 'one' }] as const, ['k12-throws', { stone: 'two' }] as const].map(
            ([name, args]) => [name, args] as const,
          ),
        }
  const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, 'x-thread-id': 'wheel', 'x-user-id': 'ada' }
  expect((await it.call('POST', '/ai/k12/agents/miller/generate', { prompt: 'How is it?' }, headers)).status).toBe(200)
  await stop?.()

  const spans = told.filter(({ traceId }) => traceId === TRACE)
  const named = (name: string) => spans.filter((span) => span.name === name)
  const [agent] = named('invoke_agent miller')
  if (!agent) expect.fail(`there is no span of the agent among ${spans.map(({ name }) => name).join(', ')}`)
  expect(spans.find(({ spanId }) => spanId === agent.parentSpanId)?.name).toBe('POST /ai/:domain/agents/:slug/generate')
  const about = ['gen_ai.operation.name', 'gen_ai.agent.id', 'gen_ai.agent.name', 'gen_ai.provider.name', 'gen_ai.conversation.id']
  expect(about.map((key) => attribute(agent, key))).toEqual(['invoke_agent', 'k12-miller', 'miller', 'openai', 'k12-miller/wheel'])
  expect([attribute(agent, 'gen_ai.usage.input_tokens'), attribute(agent, 'gen_ai.usage.output_tokens')]).toEqual([20, 10])

  const chats = spans.filter((span) => attribute(span, 'gen_ai.operation.name') === 'chat')
  expect(chats.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual(
    chats.map((chat) => [`chat ${attribute(chat, 'gen_ai.request.model')}`, agent.spanId]),
  )
  expect(chats).toHaveLength(2)
  for (const chat of chats)
    expect([attribute(chat, 'gen_ai.usage.input_tokens'), attribute(chat, 'gen_ai.provider.name')]).toEqual([10, 'openai'])

  for (const [name, failed] of [
    ['k12-look', false],
    ['k12-throws', true],
  ] as const) {
    const [tool] = named(`execute_tool ${name}`)
    expect([tool?.parentSpanId, tool && attribute(tool, 'gen_ai.tool.name'), tool?.status.code === 2]).toEqual([agent.spanId, name, failed])
    expect(tool && attribute(tool, 'error.type')).toBe(failed ? 'Error' : undefined)
  }
})
