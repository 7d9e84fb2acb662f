import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'

const uploadSchema = z.object({ upload_id: z.string(), status: z.string() })
const entitySchema = z.looseObject({
  upload_id: z.string(),
  filename: z.string(),
  status: z.string(),
  processing_stage: z.string(),
  progress: z.number(),
  attempt: z.number(),
  chunks: z.number().nullable(),
  errors: z.array(z.looseObject({ code: z.string(), stage: z.string() })),
})
export type Entity = z.output<typeof entitySchema>

export interface UploadReply {
  readonly code: number
  readonly id: string
  readonly text: string
  readonly retryAfter: string | null
}

/** POST /upload of a text, or of bytes. Rejects when the server is gone. */
export async function sendText(
  url: string,
  name: string,
  text: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
): Promise<UploadReply> {
  const form = new FormData()
  form.append('metadata', JSON.stringify({ title: name, doc_type: 'test' }))
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new Blob([text]), name)
  const res = await fetch(`${url}/api/v2/upload`, { method: 'POST', body: form, signal: AbortSignal.timeout(20_000) })
  const body = await res.text()
  return {
    code: res.status,
    id: res.ok ? uploadSchema.parse(JSON.parse(body)).upload_id : '',
    text: body,
    retryAfter: res.headers.get('retry-after'),
  }
}

/** POST /upload of one of the demo's documents; its upload id. */
export async function sendDemo(url: string, name: string): Promise<string> {
  const form = new FormData()
  form.append('metadata', JSON.stringify({ title: 'Leaving the mill', doc_type: 'procedure', tags: ['yard'] }))
  form.append('file', new Blob([readFileSync(new URL(`../../demo/documents/${name}`, import.meta.url))]), name)
  const reply = await fetch(`${url}/api/v2/upload`, { method: 'POST', body: form })
  return uploadSchema.parse(await reply.json()).upload_id
}

export async function entityOf(url: string, id: string): Promise<Entity> {
  const res = await fetch(`${url}/api/v2/upload/status/${id}`, { signal: AbortSignal.timeout(10_000) })
  if (!res.ok) throw new Error(`status of ${id}: ${res.status}`)
  return entitySchema.parse(await res.json())
}

export const listEntities = async (url: string): Promise<Entity[]> =>
  z.array(entitySchema).parse(await (await fetch(`${url}/api/v2/upload/list?limit=500`, { signal: AbortSignal.timeout(10_000) })).json())

/** The entity once it fits; rejects after `ms`. */
export async function until<T>(probe: () => Promise<T | false | undefined>, what: string, ms = 30_000): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const hit = await probe().catch(() => undefined)
    if (hit) return hit
    if (Date.now() > end) throw new Error(`${what} did not happen within ${ms} ms`)
    await delay(50)
  }
}

export const settled = (url: string, id: string, ms?: number): Promise<Entity> =>
  until(
    async () => {
      const entity = await entityOf(url, id)
      return (entity.status === 'complete' || entity.status === 'error') && entity
    },
    `upload ${id} settling`,
    ms,
  )

const chunkPageSchema = z.object({
  items: z.array(z.looseObject({ upload_id: z.string(), chunk_index: z.number(), text: z.string() })),
  pagination: z.object({ total_items: z.number() }),
})

/** All chunks that the index shows of a file; none when it is unknown. */
export async function chunksOf(url: string, file: string): Promise<{ upload_id: string; chunk_index: number; text: string }[]> {
  const all: { upload_id: string; chunk_index: number; text: string }[] = []
  for (let page = 1; ; page++) {
    const res = await fetch(`${url}/api/v2/knowledge/file/${encodeURIComponent(file)}/chunks?page=${page}&page_size=100`)
    if (res.status === 404) return all
    const { items, pagination } = chunkPageSchema.parse(await res.json())
    all.push(...items)
    if (all.length >= pagination.total_items || items.length === 0) return all
  }
}
