import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { S3_CREDENTIALS, startS3 } from '../../tests/support/services/s3.ts'
import { type Gate, none, onInstallation, type Stage } from './gate.ts'
import { startUploads } from './upload-load.ts'

const BEFORE_MS = 5_000
const SILENT_MS = 60_000

/** A way to a server that can be made silent: connections stand, and nothing passes. */
async function silenceable(target: string): Promise<{ url: string; silent(on: boolean): void; close(): void }> {
  const { hostname, port } = new URL(target)
  const pairs = new Set<ReturnType<typeof connect>>()
  let quiet = false
  const server = createServer((from) => {
    const to = connect(Number(port), hostname)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      pairs.add(one)
      one.on('data', (piece) => {
        if (!other.write(piece)) one.pause()
      })
      one.on('drain', () => !quiet && other.resume())
      one.on('error', () => other.destroy())
      one.on('close', () => {
        pairs.delete(one)
        other.destroy()
      })
      if (quiet) one.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    silent(on) {
      quiet = on
      for (const socket of pairs) on ? socket.pause() : socket.resume()
    },
    close() {
      for (const socket of pairs) socket.destroy()
      server.close()
    },
  }
}

/** Uploads while the store of the files takes connections and says nothing. */
async function silentBlobs(stage: Stage) {
  const s3 = await startS3()
  const way = await silenceable(s3.endpoint)
  const settings = {
    S3_ENDPOINT: way.url,
    S3_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
    EMBEDDINGS_BASE_URL: '',
  }
  try {
    return await onInstallation(
      stage,
      [
        ['edge', 'projector'],
        ['parse', 'chunk', 'embed', 'index'],
      ],
      settings,
      async (fleet) => {
        const uploads = startUploads(fleet.url, { prefix: `silent-${stage.seed}`, everyMs: 100 })
        await delay(BEFORE_MS)
        const before = Number(uploads.told()['told 202'])
        way.silent(true)
        await delay(SILENT_MS * stage.scale)
        way.silent(false)
        const back = performance.now()
        await delay(BEFORE_MS)
        await uploads.stop()
        const documents = await uploads.judge()
        return { ...documents, ...uploads.told(), 'told 202 before': before, 'all ended after, s': (performance.now() - back) / 1000 }
      },
    )
  } finally {
    way.close()
    await s3.stop()
  }
}

export const silentBlobsGates: readonly Gate[] = [
  {
    ...{ name: 'silent-blobs', fault: 'the S3 store takes connections and says nothing for 60 s' },
    bar: '0 lost, duplicate or stuck; refusals are 503 with Retry-After, within 20 s',
    held: (figures) =>
      none(figures, 'lost', 'duplicate', 'stuck', '503 without Retry-After', 'told something else', 'without an answer') &&
      Number(figures['told 503']) > 0,
    run: silentBlobs,
  },
]
