import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathOf } from '../../clients/typescript/src/client.ts'
import { isPassing } from './follow-upload.ts'
import { uploadReplySchema } from './replies.ts'
import { RequestError } from './request-error.ts'
import { callJson, type Server } from './server.ts'

export interface SendOptions {
  readonly metadata: Readonly<Record<string, unknown>> & { title: string; doc_type: string }
  readonly index?: string
  readonly replace?: boolean
  readonly signal?: AbortSignal
}

/**
 * Sends one file from disk and resolves with its upload id. Tries again while the server is busy or away; the same
 * idempotency key on every try makes sure that it is accepted once.
 */
export async function sendFile(server: Server, path: string, options: SendOptions): Promise<string> {
  const { metadata, index, replace, signal } = options
  const headers = { 'Idempotency-Key': randomUUID() }
  for (let attempt = 1; ; attempt++) {
    const form = new FormData()
    form.append('metadata', JSON.stringify(metadata))
    if (index) form.append('target_index', index)
    if (replace) form.append('replace_existing', 'true')
    form.append('file', await openAsBlob(path), basename(path))
    try {
      return (await callJson(server, pathOf('uploadDocument'), uploadReplySchema, { method: 'POST', form, headers, signal })).upload_id
    } catch (error) {
      if (attempt >= 4 || !isPassing(error) || (error instanceof RequestError && error.status === 0)) throw error
      const wait = error instanceof RequestError ? error.retryAfterMs : undefined
      await delay(Math.min(60_000, wait ?? 500 * 2 ** attempt), undefined, { signal })
    }
  }
}
