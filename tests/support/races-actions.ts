import { z } from 'zod'
import type { LogRecord } from '../../kernel/broker/broker.ts'
import type { Boundary } from '../../kernel/consume/handle-record.ts'
import { documentIdOf } from '../../kernel/runtime/ids.ts'
import type { Held } from './gates.ts'
import { chunksOf, type Entity, entityOf, sendText, type UploadReply } from './http-client.ts'
import type { PipelineStack } from './pipeline-stack.ts'

/** A stage of the pipeline with the topic that it reads first. */
export const STAGES = [
  { consumer: 'parse', stage: 'parsing', topic: 'document.received' },
  { consumer: 'chunk', stage: 'chunking', topic: 'document.parsed' },
  { consumer: 'embed', stage: 'embedding', topic: 'document.chunked' },
  { consumer: 'index', stage: 'indexing', topic: 'document.embedded' },
] as const satisfies readonly StageOf[]
export interface StageOf {
  readonly consumer: string
  readonly stage: string
  readonly topic: string
}
export const BOUNDARIES = ['before-handle', 'after-handle', 'after-publish'] as const satisfies readonly Boundary[]

/** Where a pass is held: every boundary of every stage, or some of them. */
export interface Point extends StageOf {
  readonly boundary: (typeof BOUNDARIES)[number]
  readonly label: string
}

export const pointsOf = (stages: readonly StageOf[], boundaries: readonly Point['boundary'][] = BOUNDARIES): Point[] =>
  stages.flatMap((stage) => boundaries.map((boundary) => ({ ...stage, boundary, label: `${stage.consumer} ${boundary}` })))

/** Three paragraphs, each a chunk or more under the limits of the stack; the marker tells whose text a chunk holds. */
export const textOf = (marker: string): string =>
  Array.from({ length: 3 }, (_, i) => `Paragraph ${i} of ${marker}. ${'The wheel turns and the stones grind the grain. '.repeat(8)}`).join(
    '\n\n',
  )

export const idOf = (name: string): string => documentIdOf('documents', name)

/** Uploads a text and holds its pass at the point. */
export async function sendHeld(
  stack: PipelineStack,
  point: Point,
  name: string,
  text: string,
  fields: Record<string, string> = {},
): Promise<{ upload: UploadReply; held: Held }> {
  const held = stack.gates.hold({ ...point, documentId: idOf(name) })
  const upload = await sendText(stack.url, name, text, fields)
  if (upload.code !== 202) throw new Error(`${name} was answered with ${upload.code}: ${upload.text}`)
  await held.reached
  return { upload, held }
}

/** Sends a command to an upload; gives the code and, of an error, what it names. */
export async function command(
  stack: PipelineStack,
  method: 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<{ code: number; body: unknown }> {
  const res = await fetch(`${stack.url}/api/v2/upload/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    signal: AbortSignal.timeout(20_000),
  })
  return { code: res.status, body: await res.json() }
}
export const cancel = async (stack: PipelineStack, id: string) => (await command(stack, 'POST', `${id}/cancel`)).code
export const retry = async (stack: PipelineStack, id: string) => (await command(stack, 'POST', `${id}/retry`)).code
export const remove = async (stack: PipelineStack, id: string) => (await command(stack, 'DELETE', id)).code

const timelineSchema = z.object({ items: z.array(z.looseObject({ event_type: z.string() })) })

/** The types of an upload's events in order, progress left out. */
export async function historyOf(stack: PipelineStack, id: string): Promise<string[]> {
  const res = await fetch(`${stack.url}/api/v2/upload/${id}/timeline`, { signal: AbortSignal.timeout(10_000) })
  if (!res.ok) return []
  const { items } = timelineSchema.parse(await res.json())
  return items.map((i) => i.event_type.replace('document.', '')).filter((type) => type !== 'progressed')
}

const errorSchema = z.object({ error: z.object({ details: z.object({ upload_id: z.string() }) }) })
/** The upload that a 409 names. */
export const ownerNamedBy = (reply: UploadReply): string => errorSchema.parse(JSON.parse(reply.text)).error.details.upload_id

export interface Shown {
  /** Uploads whose chunks the index shows for the name, without repetition. */
  readonly owners: string[]
  /** Whether the chunks are exactly those of a text: no gap, no repetition, every paragraph. */
  readonly whole: boolean
  readonly count: number
}

/** What a search sees of a document. */
export async function shown(stack: PipelineStack, name: string, marker: string): Promise<Shown> {
  const chunks = await chunksOf(stack.url, name)
  const text = chunks.map((c) => c.text).join('\n')
  const inOrder = chunks.every((c, i) => c.chunk_index === i)
  return {
    owners: [...new Set(chunks.map((c) => c.upload_id))],
    whole: inOrder && [0, 1, 2].every((i) => text.split(`Paragraph ${i} of ${marker}.`).length === 2),
    count: chunks.length,
  }
}

/** Everything that is left of a document in the blob store. */
export async function blobsOf(stack: PipelineStack, name: string): Promise<string[]> {
  const all = await Array.fromAsync(stack.ports.blobs.list(''))
  return all.map((b) => b.path).filter((path) => path.includes(idOf(name)) || path.endsWith(`/${name}`))
}

const announcedSchema = z.object({ upload_id: z.string(), status: z.string() })

/** How the public topic tells of each upload's end: one line per distinct event. */
export async function announcements(stack: PipelineStack): Promise<Map<string, string[]>> {
  const { broker } = stack.ports
  const seen = new Map<string, LogRecord>()
  for (const { partition } of await broker.partitions('document.processed'))
    for await (const record of broker.read({ topic: 'document.processed', partition, from: 'beginning' }))
      seen.set(record.headers.ce_id ?? '', record)
  const byUpload = new Map<string, string[]>()
  for (const record of seen.values()) {
    const { upload_id, status } = announcedSchema.parse(JSON.parse(Buffer.from(record.value).toString()))
    byUpload.set(upload_id, [...(byUpload.get(upload_id) ?? []), status])
  }
  return byUpload
}

export const entity = (stack: PipelineStack, id: string): Promise<Entity> => entityOf(stack.url, id)

/** `complete`, or `error` with the code of the last error. */
export async function endOf(stack: PipelineStack, id: string): Promise<string> {
  const { status, errors } = await entity(stack, id)
  return status === 'error' ? `error ${errors.at(-1)?.code}` : status
}

/** Runs a case at every point at the same time; gives the outcomes by the points' names, for one comparison. */
export async function atEach<T>(points: readonly Point[], run: (point: Point) => Promise<T>): Promise<Record<string, T>> {
  return Object.fromEntries(await Promise.all(points.map(async (point) => [point.label, await run(point)] as const)))
}

/** The same expectation at every point. */
export const everywhere = <T>(points: readonly Point[], expected: T | ((point: Point) => T)): Record<string, T> =>
  Object.fromEntries(points.map((p) => [p.label, typeof expected === 'function' ? (expected as (point: Point) => T)(p) : expected]))
