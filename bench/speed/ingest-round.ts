import { readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { pathOf } from '../../clients/typescript/src/client.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { uploadStatus } from '../../scripts/cli/follow-upload.ts'
import { isSettled, type UploadStatus } from '../../scripts/cli/replies.ts'
import { sendFile } from '../../scripts/cli/send-file.ts'
import { callJson, type Server } from '../../scripts/cli/server.ts'
import { startServer } from '../../scripts/cli/start-server.ts'
import { startKafka } from '../../scripts/kafka/broker.ts'
import { measureBelow } from '../measure/measure-below.ts'

const POLL_MS = 100
/** A document that is not at its end after this is a failure of the bench. */
const PATIENCE_MS = 600_000

export interface IngestRound {
  readonly seconds: number
  readonly complete: number
  readonly failed: number
  /** Answered with an error at the door (empty files, for example). */
  readonly refused: number
  readonly pages: number
  readonly megabytes: number
  readonly documentsPerSecond: number
  readonly pagesPerSecond: number
  readonly megabytesPerSecond: number
  readonly cpuSeconds: number
  readonly peakMegabytes: number
  /** The same with shared memory counted once. */
  readonly peakProportionalMegabytes: number
  /** Of the texts that were read. */
  readonly characters: number
}

/** Sends the files, `concurrency` at a time; gives the ids of those that were accepted. */
export async function sendAll(server: Server, files: readonly string[], concurrency: number): Promise<{ ids: string[]; refused: number }> {
  const waiting = files.values()
  const ids: string[] = []
  let refused = 0
  const sender = async () => {
    for (const file of waiting) {
      try {
        ids.push(await sendFile(server, file, { metadata: { title: basename(file), doc_type: 'bench' } }))
      } catch (error) {
        refused++
        console.error(`  ${basename(file)}: ${messageOf(error)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sender))
  return { ids, refused }
}

/** Waits for one upload after the other, so that the questions cost the server next to nothing. */
export async function settle(server: Server, ids: readonly string[]): Promise<UploadStatus[]> {
  const deadline = performance.now() + PATIENCE_MS
  const settled: UploadStatus[] = []
  for (const id of ids) {
    let status = await uploadStatus(server, id)
    while (!isSettled(status)) {
      if (performance.now() > deadline) throw new Error(`upload ${id} is still ${status.status} (${status.processing_stage})`)
      await delay(POLL_MS)
      status = await uploadStatus(server, id)
    }
    settled.push(status)
  }
  return settled
}

const pagesOf = (status: UploadStatus) => (typeof status.pages === 'number' ? status.pages : 0)

const textSchema = z.looseObject({ characters: z.number() })
const charactersOf = async (server: Server, statuses: readonly UploadStatus[]): Promise<number> => {
  let characters = 0
  for (const { upload_id } of statuses)
    characters += (await callJson(server, pathOf('getUploadText', { path: { upload_id }, query: { length: 1 } }), textSchema)).characters
  return characters
}

/** The configuration of the repository, with scanned pages left as they are; gives its path. */
export async function withoutRecognition(folder: string): Promise<string> {
  const config = parseDocument(await readFile(new URL('../../config.yaml', import.meta.url), 'utf8'))
  config.setIn(['parsing', 'ocr', 'engine'], 'off')
  const path = join(folder, 'config.yaml')
  await writeFile(path, String(config))
  return path
}

export interface IngestOptions {
  /** Uploads at a time. */
  readonly concurrency: number
  readonly kafka?: boolean
  /** Path of another config.yaml. */
  readonly config?: string
  readonly onSettled?: (statuses: readonly UploadStatus[]) => void
}

/** Starts a server of its own, sends the files, waits until each is at its end, and tells what that took. */
export async function ingestRound(
  files: readonly string[],
  { concurrency, kafka, config, onSettled }: IngestOptions,
): Promise<IngestRound> {
  const broker = kafka ? await startKafka() : undefined
  const settings = {
    RATE_LIMIT_PER_MINUTE: '0',
    ...(config ? { CONFIG_PATH: config } : {}),
    ...(broker ? { KAFKA_BROKERS: broker.brokers } : {}),
  }
  try {
    const started = await startServer(settings)
    try {
      const server: Server = { url: started.url, key: undefined, token: undefined }
      const { result, seconds, cpuSeconds, peakBytes, peakProportionalBytes } = await measureBelow(
        broker ? [broker.pid() ?? 0] : [],
        async () => {
          const { ids, refused } = await sendAll(server, files, concurrency)
          return { statuses: await settle(server, ids), refused }
        },
      )
      onSettled?.(result.statuses)
      const complete = result.statuses.filter((s) => s.status === 'complete')
      const pages = complete.reduce((sum, s) => sum + pagesOf(s), 0)
      const megabytes = (await Promise.all(files.map((f) => stat(f)))).reduce((sum, f) => sum + f.size, 0) / 1e6
      return {
        seconds,
        complete: complete.length,
        failed: result.statuses.length - complete.length,
        refused: result.refused,
        pages,
        megabytes,
        documentsPerSecond: complete.length / seconds,
        pagesPerSecond: pages / seconds,
        megabytesPerSecond: megabytes / seconds,
        cpuSeconds,
        peakMegabytes: peakBytes / 1e6,
        peakProportionalMegabytes: peakProportionalBytes / 1e6,
        characters: await charactersOf(server, complete),
      }
    } finally {
      await started.stop()
    }
  } finally {
    await broker?.stop()
  }
}
