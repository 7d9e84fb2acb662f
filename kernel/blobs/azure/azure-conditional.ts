import { buffer } from 'node:stream/consumers'
import { type BlockBlobClient, isRestError } from '@azure/storage-blob'
import { ApiError } from '../../runtime/errors.ts'
import type { ConditionalBlobs } from '../conditional.ts'
import type { Send } from './azure-upload.ts'

const statusOf = (error: unknown): number | undefined => (isRestError(error) ? error.statusCode : undefined)

/** Conditional requests of Azure Blob storage: https://learn.microsoft.com/rest/api/storageservices/specifying-conditional-headers-for-blob-service-operations */
export function azureConditional(blob: (path: string) => BlockBlobClient, sending: (path: string) => Send): ConditionalBlobs {
  return {
    read: (path, maxBytes, known) =>
      sending(path)(async (abortSignal) => {
        try {
          const conditions = known === undefined ? {} : { ifNoneMatch: known }
          const { contentLength = 0, etag = '', readableStreamBody } = await blob(path).download(0, undefined, { abortSignal, conditions })
          if (contentLength > maxBytes || !readableStreamBody) {
            abandon(readableStreamBody)
            throw new ApiError('invalid_request', `${path} is over ${maxBytes / 1_000_000} MB.`)
          }
          return { bytes: await buffer(readableStreamBody), etag }
        } catch (error) {
          if (statusOf(error) === 304) return 'unchanged'
          if (statusOf(error) === 404) return undefined
          throw error
        }
      }),
    write: (path, bytes, etag) =>
      sending(path)(async (abortSignal) => {
        try {
          const conditions = etag === undefined ? { ifNoneMatch: '*' } : { ifMatch: etag }
          return (await blob(path).upload(Buffer.from(bytes), bytes.length, { abortSignal, conditions })).etag
        } catch (error) {
          // 409 BlobAlreadyExists answers If-None-Match, 412 If-Match
          if (statusOf(error) === 412 || (statusOf(error) === 409 && etag === undefined)) return undefined
          throw error
        }
      }),
  }
}

/** A reply that nobody reads would keep its connection. */
function abandon(body: NodeJS.ReadableStream | undefined): void {
  if (body && 'destroy' in body && typeof body.destroy === 'function') body.destroy()
}
