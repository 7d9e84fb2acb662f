import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { ApiError } from '../../runtime/errors.ts'
import type { ConditionalBlobs } from '../conditional.ts'
import { statusOf } from './s3-errors.ts'

/** How a request is made: with its time limit, the missing bucket created, errors named. */
export type Send = <T>(path: string, request: (abortSignal: AbortSignal) => Promise<T>, bytes?: number) => Promise<T>

/** Conditional requests of S3: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-requests.html */
export function s3Conditional(client: S3Client, object: (path: string) => { Bucket: string; Key: string }, send: Send): ConditionalBlobs {
  return {
    read: (path, maxBytes, known) =>
      send(path, async (abortSignal) => {
        try {
          const {
            Body,
            ContentLength = 0,
            ETag = '',
          } = await client.send(new GetObjectCommand({ ...object(path), ...(known === undefined ? {} : { IfNoneMatch: known }) }), {
            abortSignal,
          })
          if (!Body || ContentLength > maxBytes) {
            // A reply that nobody reads would keep its connection.
            if (Body && 'destroy' in Body) Body.destroy()
            throw new ApiError('invalid_request', `${path} is over ${maxBytes / 1_000_000} MB.`)
          }
          return { bytes: Buffer.from(await Body.transformToByteArray()), etag: ETag }
        } catch (error) {
          if (statusOf(error) === 304) return 'unchanged'
          if (statusOf(error) === 404) return undefined
          throw error
        }
      }),
    write: (path, bytes, etag) =>
      send(path, async (abortSignal) => {
        try {
          const condition = etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: etag }
          return (await client.send(new PutObjectCommand({ ...object(path), ...condition, Body: bytes }), { abortSignal })).ETag
        } catch (error) {
          // 412: another was first; 409: another is writing at this moment; 404 answers If-Match where the blob is gone
          const status = statusOf(error)
          if (status === 412 || status === 409 || (status === 404 && etag !== undefined)) return undefined
          throw error
        }
      }),
  }
}
