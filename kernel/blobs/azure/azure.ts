import type { Readable } from 'node:stream'
import { type BlobItem, BlobServiceClient, type ContainerClient } from '@azure/storage-blob'
import { EnvError } from '../../runtime/env.ts'
import { ApiError } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import type { BlobInfo, Blobs } from '../blobs.ts'
import { downloadBlob, RESUMES } from '../download.ts'
import { localCopies } from '../local-copy.ts'
import { removeListed } from '../remove-listed.ts'
import { requestLimit } from '../request-limit.ts'
import { azureConditional } from './azure-conditional.ts'
import { azureWord, namedAzure, type StoreNames } from './azure-errors.ts'
import { azureName, pathOfAzureName } from './azure-names.ts'
import { type Send, uploadBlob } from './azure-upload.ts'

const PING_MS = 5_000
const LISTING_MS = 600_000
/** Exponential, for network errors and 5xx: about 0.2, 0.6 and 1.4 s. */
const RETRIES = { maxTries: 4, retryDelayInMs: 200, maxRetryDelayInMs: 5_000 }

export interface AzureBlobsOptions {
  readonly connectionString: string
  readonly container: string
  /** Copies for child processes lie under `<dir>/blob-copies`. */
  readonly dir: string
  readonly log: Logger
  readonly now?: () => number
  /** How long a store that says nothing is waited for. */
  readonly patienceMs?: number
}

/** A store is known by account and container; the connection itself is made by the first request. Throws EnvError for a malformed string. */
function connect({ connectionString, container }: AzureBlobsOptions): ContainerClient {
  try {
    return BlobServiceClient.fromConnectionString(connectionString, { retryOptions: RETRIES }).getContainerClient(container)
  } catch {
    throw new EnvError(
      'AZURE_STORAGE_CONNECTION_STRING: is not a connection string (DefaultEndpointsProtocol=https;AccountName=…;AccountKey=…;EndpointSuffix=core.windows.net)',
    )
  }
}

/** Folders are blobs in accounts with a hierarchical namespace. */
const isFolder = ({ metadata }: { metadata?: Record<string, string> }): boolean => metadata?.hdi_isfolder === 'true'

/**
 * Blobs in one container of Azure Blob storage, which is created when it is missing. Errors: ApiError not_found, unavailable (with
 * `details.reason`, see azure-errors.ts), storage_full, payload_too_large, conflict, invalid_request (path).
 */
export async function azureBlobs(options: AzureBlobsOptions): Promise<Blobs> {
  const container = connect(options)
  const address = new URL(container.url)
  const names: StoreNames = { host: address.host, container: options.container, now: options.now ?? Date.now }
  const copy = await localCopies(options.dir)
  const blob = (path: string) => container.getBlockBlobClient(azureName(path))
  // A store that is away does not keep the server from starting: what needs it tells the same, and the connection test why.
  await container.createIfNotExists({ abortSignal: AbortSignal.timeout(PING_MS) }).catch((error: unknown) => {
    options.log.warn({ container: options.container, reason: namedAzure(error, names).message }, 'the blob store is not ready')
  })

  const send = async <T>(path: string | undefined, request: (abortSignal: AbortSignal) => Promise<T>, bytes = 0): Promise<T> => {
    try {
      return await request(requestLimit(bytes, options.patienceMs))
    } catch (error) {
      throw namedAzure(error, names, path)
    }
  }
  const sendCreating =
    (path: string): Send =>
    (request, bytes) => {
      const creating = async (abortSignal: AbortSignal) => {
        try {
          return await request(abortSignal)
        } catch (error) {
          if (azureWord(error) !== 'ContainerNotFound') throw error
          await container.createIfNotExists({ abortSignal })
          return request(abortSignal)
        }
      }
      return send(path, creating, bytes)
    }

  const properties = async (path: string) => {
    try {
      const found = await send(path, (abortSignal) => blob(path).getProperties({ abortSignal }))
      return isFolder(found) ? undefined : found
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') return undefined
      throw error
    }
  }

  async function* list(prefix: string): AsyncGenerator<BlobInfo> {
    const folder = prefix === '' ? undefined : `${azureName(prefix.replace(/\/$/, ''))}/`
    const found = container.listBlobsFlat({ prefix: folder, includeMetadata: true, abortSignal: AbortSignal.timeout(LISTING_MS) })
    try {
      for await (const item of found) if (!isFolder(item)) yield infoOf(item)
    } catch (error) {
      if (azureWord(error) !== 'ContainerNotFound') throw namedAzure(error, names)
    }
  }

  const remove = async (path: string): Promise<void> => {
    const client = blob(path)
    await send(path, (abortSignal) => client.deleteIfExists({ deleteSnapshots: 'include', abortSignal })).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'not_found')) throw error
    })
  }

  const download = (path: string) =>
    downloadBlob(
      async (abortSignal) => {
        // The client goes on where it broke off, with the same ETag.
        const { readableStreamBody } = await blob(path).download(0, undefined, { maxRetryRequests: RESUMES, abortSignal })
        if (!readableStreamBody) throw new Error('the download has no body')
        return readableStreamBody as Readable
      },
      (error) => namedAzure(error, names, path),
    )

  return {
    kind: 'azure',
    async write(path, body) {
      const bytes = await uploadBlob(blob(path), body instanceof Uint8Array ? piecesOf(body) : body, sendCreating(path))
      return { path, bytes }
    },
    read: download,
    async localFile(path) {
      const source = await download(path)
      return copy(source).catch((error: unknown) => {
        throw namedAzure(error, names, path)
      })
    },
    async stat(path) {
      const found = await properties(path)
      return found && { path, bytes: found.contentLength ?? 0 }
    },
    metadata: async (path) => (await properties(path))?.metadata,
    remove,
    removeFolder: (prefix) => removeListed(list(prefix), remove),
    list,
    conditional: azureConditional(blob, sendCreating),
    url: (path) => new URL(blob(path).url.replace(/\?.*$/, '')).href,
    async ensureContainer() {
      await send(undefined, (abortSignal) => container.createIfNotExists({ abortSignal }))
    },
    async ping() {
      try {
        await container.getProperties({ abortSignal: AbortSignal.timeout(PING_MS) })
      } catch (error) {
        throw namedAzure(error, names)
      }
    },
  }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const infoOf = (item: BlobItem): BlobInfo => ({ path: pathOfAzureName(item.name), bytes: item.properties.contentLength ?? 0 })
