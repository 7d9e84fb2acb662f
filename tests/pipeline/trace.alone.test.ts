import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { settled, until } from '../support/http-client.ts'
import { type PipelineStack, pipelineStack } from '../support/pipeline-stack.ts'
import { startProcess } from '../support/server-process.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

async function upload(url: string, name: string, content: string): Promise<string> {
  const form = new FormData()
  form.append('metadata', JSON.stringify({ title: name, doc_type: 'test' }))
  form.append('file', new Blob([content]), name)
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` }
  const reply = await fetch(`${url}/api/v2/upload`, { method: 'POST', body: form, headers })
  expect(reply.status).toBe(202)
  return z.object({ upload_id: z.string() }).parse(await reply.json()).upload_id
}

describe('the spans of an upload', () => {
  const exporter = new InMemorySpanExporter()
  let stack: PipelineStack

  beforeAll(async () => {
    trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))
    stack = await pipelineStack()
  })
  afterAll(async () => {
    await stack.dispose()
    trace.disable()
  })

  /** Names from the span up to the caller's. */
  function ancestry(spans: readonly ReadableSpan[], span: ReadableSpan): string[] {
    const names: string[] = []
    for (let at: ReadableSpan | undefined = span; at; ) {
      names.push(at.name)
      const above: string | undefined = at.parentSpanContext?.spanId
      if (above === CALLER) return [...names, 'caller']
      at = spans.find((s) => s.spanContext().spanId === above)
    }
    return names
  }
  const ofTrace = () => exporter.getFinishedSpans().filter((s) => s.spanContext().traceId === TRACE)

  test('are one tree, from the request to the last consumer', async () => {
    const id = await upload(stack.url, 'ropes.txt', 'Ropes are checked four weeks before the season opens.')
    await settled(stack.url, id)
    await stack.quiet()
    const spans = ofTrace()
    const named = (name: string) =>
      spans.find((s) => s.name === name) ?? expect.fail(`there is no span ${name} in ${spans.map((s) => s.name)}`)
    const announced = named('announce document.indexed')
    expect(ancestry(spans, announced)).toEqual([
      'announce document.indexed',
      'publish document.indexed',
      'index document.embedded',
      'publish document.embedded',
      'embed document.chunked',
      'publish document.chunked',
      'chunk document.parsed',
      'publish document.parsed',
      'parse document.received',
      'publish document.received',
      'POST /api/v2/upload',
      'caller',
    ])
    expect(ancestry(spans, named('projector document.indexed')).slice(0, 3)).toEqual([
      'projector document.indexed',
      'publish document.indexed',
      'index document.embedded',
    ])
    expect(spans.map((s) => ancestry(spans, s).at(-1)).filter((root) => root !== 'caller')).toEqual([])
    expect(new Set(spans.map((s) => s.spanContext().spanId)).size).toBe(spans.length)
    expect(named('POST /api/v2/upload')).toMatchObject({
      kind: SpanKind.SERVER,
      attributes: { 'http.response.status_code': 202, 'url.path': '/api/v2/upload', 'url.scheme': 'http' },
    })
    expect(named('publish document.received').kind).toBe(SpanKind.PRODUCER)
    expect(named('parse document.received')).toMatchObject({
      kind: SpanKind.CONSUMER,
      attributes: { 'messaging.consumer.group.name': 'parse', 'messaging.destination.name': 'document.received' },
    })
  })

  test('show what was given up, with the dead letter below it', async () => {
    exporter.reset()
    const id = await upload(stack.url, 'broken.pdf', 'this is no PDF')
    await settled(stack.url, id)
    await stack.quiet()
    const failed = ofTrace().find((s) => s.name === 'parse document.received')!
    expect(failed.status.code).toBe(SpanStatusCode.ERROR)
    expect(failed.events.map((e) => e.attributes?.['exception.message'])).toContain('given up: corrupt')
    const letter = ofTrace().find((s) => s.name.includes('dead.letter'))!
    expect(ancestry(ofTrace(), letter).slice(1, 2)).toEqual(['parse document.received'])
  })
})

test('a process sends its spans to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names', async () => {
  const spanSchema = z.looseObject({ name: z.string(), traceId: z.string() })
  const exportSchema = z.object({
    resourceSpans: z.array(
      z.looseObject({
        resource: z.looseObject({ attributes: z.array(z.looseObject({ key: z.string(), value: z.unknown() })) }),
        scopeSpans: z.array(z.looseObject({ spans: z.array(spanSchema) })),
      }),
    ),
  })
  const got: { path: string; body: z.output<typeof exportSchema> }[] = []
  const collector = createServer(async (request, reply) => {
    got.push({ path: request.url ?? '', body: exportSchema.parse(await json(request)) })
    reply.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const dir = mkdtempSync(join(tmpdir(), 'millrace-trace-'))
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const server = await startProcess({ DATA_DIR: dir, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: 'mill' })
  try {
    const id = await upload(server.url, 'ropes.txt', 'Ropes are checked four weeks before the season opens.')
    await settled(server.url, id)
    const names = () =>
      got
        .flatMap(({ body }) => body.resourceSpans.flatMap((r) => r.scopeSpans.flatMap((s) => s.spans)))
        .flatMap((s) => (s.traceId === TRACE ? [s.name] : []))
    await until(async () => names().includes('announce document.indexed'), 'the last span arriving')
    expect(names()).toEqual(expect.arrayContaining(['POST /api/v2/upload', 'publish document.received', 'index document.embedded']))
    expect(got[0]!.path).toBe('/v1/traces')
    expect(got[0]!.body.resourceSpans[0]!.resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'mill' } })
  } finally {
    await server.stop()
    collector.close()
    rmSync(dir, { recursive: true, force: true })
  }
})
