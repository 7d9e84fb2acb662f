import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { trace } from '@opentelemetry/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { parseEnv } from '../../kernel/runtime/env.ts'
import { startTraceExport } from '../../kernel/runtime/trace-export.ts'
import { agentStack } from '../../services/agents/turns/agent-stack.fixture.ts'

const valueSchema = z.looseObject({
  stringValue: z.string().optional(),
  intValue: z.coerce.number().optional(),
  doubleValue: z.number().optional(),
  arrayValue: z.looseObject({ values: z.array(z.looseObject({ stringValue: z.string().optional() })) }).optional(),
})
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
const LATER = '0af7651916cd43dd8448eb211c80319c'
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
  return value?.stringValue ?? value?.intValue ?? value?.doubleValue ?? value?.arrayValue?.values.map(({ stringValue }) => stringValue)
}

test('a collector gets a turn as OpenTelemetry’s conventions for generative AI have it: agent, calls of the model, tools', async () => {
  it.script.say = ({ messages }) =>
    messages.at(-1)?.role === 'tool'
      ? { text: 'It turns.', origin: { id: 'chatcmpl-1', model: 'gpt-4o-mini-2024-07-18' } }
      : {
          calls: [['k12-look', { stone: 'one' }] as const, ['k12-throws', { stone: 'two' }] as const].map(
            ([name, args]) => [name, args] as const,
          ),
        }
  const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, 'x-thread-id': 'wheel', 'x-user-id': 'ada' }
  expect((await it.call('POST', '/ai/k12/agents/miller/generate', { prompt: 'How is it?' }, headers)).status).toBe(200)
  const waiting = { traceparent: `00-${LATER}-00f067aa0ba902b7-01` }
  it.script.say = ({ messages }) => (messages.at(-1)?.role === 'tool' ? { text: 'Done.' } : { calls: [['k12-grind', { stone: 'one' }]] })
  const { runId } = (await it.call('POST', '/ai/k12/agents/miller/generate', { prompt: 'Grind.' }, waiting)).body
  await it.call('POST', `/ai/k12/agents/miller/runs/${runId}/approve`)
  const statusOf = async () => (await it.call('GET', `/ai/k12/agents/miller/runs/${runId}`)).body.status
  await expect.poll(statusOf, { timeout: 30_000, interval: 20 }).toBe('completed')
  await stop?.()

  const spans = told.filter(({ traceId }) => traceId === TRACE)
  const named = (name: string) => spans.filter((span) => span.name === name)
  const [agent] = named('invoke_agent miller')
  if (!agent) expect.fail(`there is no span of the agent among ${spans.map(({ name }) => name).join(', ')}`)
  expect(spans.find(({ spanId }) => spanId === agent.parentSpanId)?.name).toBe('POST /ai/:domain/agents/:slug/generate')
  const about = ['gen_ai.operation.name', 'gen_ai.agent.id', 'gen_ai.agent.name', 'gen_ai.provider.name', 'gen_ai.conversation.id']
  expect(about.map((key) => attribute(agent, key))).toEqual(['invoke_agent', 'k12-miller', 'miller', 'openai', 'k12-miller/wheel'])
  const came = ['gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens', 'gen_ai.response.finish_reasons', 'gen_ai.request.model']
  expect(came.map((key) => attribute(agent, key))).toEqual([20, 10, ['stop'], 'm'])

  const chats = spans.filter((span) => attribute(span, 'gen_ai.operation.name') === 'chat')
  expect(chats.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual(
    chats.map((chat) => [`chat ${attribute(chat, 'gen_ai.request.model')}`, agent.spanId]),
  )
  expect(chats).toHaveLength(2)
  for (const chat of chats) {
    const asked = ['gen_ai.usage.input_tokens', 'gen_ai.provider.name', 'gen_ai.conversation.id', 'gen_ai.request.max_tokens']
    expect(asked.map((key) => attribute(chat, key))).toEqual([10, 'openai', 'k12-miller/wheel', 2000])
  }
  const answered = ['gen_ai.response.id', 'gen_ai.response.model', 'gen_ai.response.finish_reasons']
  expect(chats.map((chat) => answered.map((key) => attribute(chat, key)))).toEqual(
    expect.arrayContaining([
      [undefined, undefined, ['tool_calls']],
      ['chatcmpl-1', 'gpt-4o-mini-2024-07-18', ['stop']],
    ]),
  )

  for (const [name, failed] of [
    ['k12-look', false],
    ['k12-throws', true],
  ] as const) {
    const [tool] = named(`execute_tool ${name}`)
    expect([tool?.parentSpanId, tool && attribute(tool, 'gen_ai.tool.name'), tool?.status.code === 2]).toEqual([agent.spanId, name, failed])
    expect(tool && attribute(tool, 'error.type')).toBe(failed ? 'Error' : undefined)
    expect(tool && attribute(tool, 'gen_ai.tool.description')).toBe('For tests.')
  }

  // what a person allowed goes on as a turn of its own, and neither of the two failed
  const turns = told.filter(({ traceId, name }) => traceId === LATER && name === 'invoke_agent miller')
  expect(
    turns
      .map((turn) => attribute(turn, 'gen_ai.usage.output_tokens') ?? 'waiting')
      .map(String)
      .toSorted(),
  ).toEqual(['10', 'waiting'])
  expect(turns.flatMap((turn) => attribute(turn, 'error.type') ?? [])).toEqual([])
  const below = told.filter(({ traceId, parentSpanId }) => traceId === LATER && turns.some(({ spanId }) => spanId === parentSpanId))
  expect(below.map(({ name }) => name).toSorted()).toEqual(['chat m', 'chat m', 'execute_tool k12-grind'])
})
