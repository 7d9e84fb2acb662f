import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { startingWith } from '../../runtime/async-iterables.ts'
import { ApiError } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import { blobSegments } from '../blob-path.ts'
import type { BlobInfo, Blobs } from '../blobs.ts'
import { blocksOf } from '../blocks.ts'
import { downloadBlob, RESUMES } from '../download.ts'
import { localCopies } from '../local-copy.ts'
import { removeListed } from '../remove-listed.ts'
import { requestLimit } from '../request-limit.ts'
import { sendParts } from '../send-parts.ts'
import { type Send, s3Conditional } from './s3-conditional.ts'
import { isMissingBucket, namedS3, type StoreNames } from './s3-errors.ts'

const PING_MS = 5_000
const ATTEMPTS = 4
/** Bytes of UTF-8 that a key may have: https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html */
const KEY_BYTES = 1024
/** Bytes of a part; S3 takes 10,000 of at least 5 MB. */
const PART_BYTES = 5 * 1024 * 1024
/** Parts under way at once: with the one being filled, an upload holds at most 20 MB. */
const PARALLEL = 3

export interface S3BlobsOptions {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Unset: what the AWS chain of credentials finds (environment, profile, role of the machine). */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** Copies for child processes lie under `<dir>/blob-copies`. */
  readonly dir: string
  readonly log: Logger
  readonly now?: () => number
  /** How long a store that says nothing is waited for. */
  readonly patienceMs?: number
}

/** The path as a key. ApiError invalid_request for a path that is not valid, or too long for S3. */
function keyOf(path: string): string {
  const key = blobSegments(path).join('/')
  if (Buffer.byteLength(key) > KEY_BYTES)
    throw new ApiError('invalid_request', `the blob path has more than ${KEY_BYTES} bytes, which S3 does not take; shorten the file's name`)
  return key
}

function connect({ endpoint, region, credentials }: S3BlobsOptions): S3Client {
  return new S3Client({
    endpoint,
    region,
    ...(credentials ? { credentials } : {}),
    maxAttempts: ATTEMPTS,
    // Amazon names a bucket by its host, most other stores by its path.
    forcePathStyle: !new URL(endpoint).host.endsWith('.amazonaws.com'),
    // Many stores do not know the checksums that the client would add by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** The object's bytes; an interrupted reply goes on where it broke off, as long as the object is the same. */
async function* bytesOf(client: S3Client, object: { Bucket: string; Key: string }, abortSignal: AbortSignal): AsyncGenerator<Uint8Array> {
  let at = 0
  let etag: string | undefined
  for (let broken = 0; ; ) {
    const rest = etag === undefined ? {} : { Range: `bytes=${at}-`, IfMatch: etag }
    const { Body, ETag, ContentLength = 0 } = await client.send(new GetObjectCommand({ ...object, ...rest }), { abortSignal })
    etag ??= ETag
    const end = at + ContentLength
    try {
      for await (const piece of Body as Readable) {
        at += piece.length
        yield piece
      }
      return
    } catch (error) {
      if (abortSignal.aborted || ++broken > RESUMES || etag === undefined || at >= end) throw error
    }
  }
}

/**
 * Blobs in one bucket of an S3-compatible store (Amazon S3, MinIO, Ceph, Garage …), which is created when it is missing. Errors: ApiError
 * not_found, unavailable (with `details.reason`, see s3-errors.ts), storage_full, payload_too_large, conflict, invalid_request (path).
 * A bucket with versions keeps what is overwritten and removed until its own rules end that.
 */
export async function s3Blobs(options: S3BlobsOptions): Promise<Blobs> {
  const client = connect(options)
  const { bucket: Bucket } = options
  const names: StoreNames = { host: new URL(options.endpoint).host, bucket: Bucket, now: options.now ?? Date.now }
  const copy = await localCopies(options.dir)
  const object = (path: string) => ({ Bucket, Key: keyOf(path) })

  const create = async (abortSignal: AbortSignal): Promise<void> => {
    const region =
      options.region === 'us-east-1' ? {} : { CreateBucketConfiguration: { LocationConstraint: options.region as 'eu-central-1' } }
    await client.send(new CreateBucketCommand({ Bucket, ...region }), { abortSignal }).catch((error: unknown) => {
      if (!(error instanceof Error && error.name === 'BucketAlreadyOwnedByYou')) throw error
    })
  }
  const ensure = async (abortSignal: AbortSignal): Promise<void> => {
    try {
      await client.send(new HeadBucketCommand({ Bucket }), { abortSignal })
    } catch (error) {
      if (!(error instanceof Error && (error.name === 'NotFound' || isMissingBucket(error)))) throw error
      await create(abortSignal)
    }
  }
  // A store that is away does not keep the server from starting: what needs it tells the same, and the connection test why.
  await ensure(AbortSignal.timeout(PING_MS)).catch((error: unknown) => {
    options.log.warn({ bucket: Bucket, reason: namedS3(error, names).message }, 'the blob store is not ready')
  })

  const send: Send = async (path, request, bytes) => {
    try {
      return await request(requestLimit(bytes, options.patienceMs))
    } catch (error) {
      throw namedS3(error, names, path)
    }
  }
  const creating = <T>(abortSignal: AbortSignal, request: () => Promise<T>): Promise<T> =>
    request().catch(async (error: unknown) => {
      if (!isMissingBucket(error)) throw error
      await create(abortSignal)
      return request()
    })

  const put = (path: string, body: Uint8Array): Promise<unknown> =>
    send(
      path,
      (abortSignal) => creating(abortSignal, () => client.send(new PutObjectCommand({ ...object(path), Body: body }), { abortSignal })),
      body.byteLength,
    )

  /** Streams a body of several parts; the object is the old one, or none, until the last request. What the body throws comes through. */
  async function putParts(path: string, blocks: AsyncIterable<Buffer>): Promise<number> {
    const target = object(path)
    const { UploadId } = await send(path, (abortSignal) =>
      creating(abortSignal, () => client.send(new CreateMultipartUploadCommand(target), { abortSignal })),
    )
    try {
      const { sent, bytes } = await sendParts(blocks, PARALLEL, async (Body, index) => {
        const part = { ...target, UploadId, PartNumber: index + 1 }
        const { ETag } = await send(
          path,
          (abortSignal) => client.send(new UploadPartCommand({ ...part, Body }), { abortSignal }),
          Body.byteLength,
        )
        return { PartNumber: part.PartNumber, ETag }
      })
      const whole = { ...target, UploadId, MultipartUpload: { Parts: sent } }
      // Joining takes a store the longer the more there is.
      await send(path, (abortSignal) => client.send(new CompleteMultipartUploadCommand(whole), { abortSignal }), bytes)
      return bytes
    } catch (error) {
      // Parts that nobody joins cost room; where this fails as well, a rule of the bucket ends them.
      await client
        .send(new AbortMultipartUploadCommand({ ...target, UploadId }), { abortSignal: AbortSignal.timeout(PING_MS) })
        .catch(() => undefined)
      throw error
    }
  }

  async function write(path: string, body: AsyncIterable<Uint8Array>): Promise<number> {
    const blocks = blocksOf(body, PART_BYTES)
    const first = await blocks.next()
    const second = first.done ? first : await blocks.next()
    if (!first.done && !second.done) return putParts(path, startingWith([first.value, second.value], blocks))
    const bytes = first.done ? Buffer.alloc(0) : first.value
    await put(path, bytes)
    return bytes.length
  }

  const head = async (path: string) => {
    try {
      return await send(path, (abortSignal) => client.send(new HeadObjectCommand(object(path)), { abortSignal }))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') return undefined
      throw error
    }
  }

  async function* list(prefix: string): AsyncGenerator<BlobInfo> {
    const folder = prefix === '' ? undefined : `${keyOf(prefix.replace(/\/$/, ''))}/`
    // Encoded, because XML has no place for some characters of a key.
    const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: folder, EncodingType: 'url' })
    try {
      for await (const { Contents = [] } of pages)
        for (const { Key = '', Size = 0 } of Contents)
          if (!Key.endsWith('/')) yield { path: decodeURIComponent(Key.replaceAll('+', ' ')), bytes: Size }
    } catch (error) {
      if (!isMissingBucket(error)) throw namedS3(error, names)
    }
  }

  const remove = async (path: string): Promise<void> => {
    await send(path, (abortSignal) => client.send(new DeleteObjectCommand(object(path)), { abortSignal })).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'not_found')) throw error
    })
  }
  const download = (path: string) => {
    const named = (error: unknown) => namedS3(error, names, path)
    return downloadBlob(async (abort) => {
      const pieces = bytesOf(client, object(path), abort)
      // The first piece tells whether there is a blob.
      const first = await pieces.next()
      return Readable.from(first.done ? [] : startingWith([first.value], pieces), { objectMode: false })
    }, named)
  }

  return {
    kind: 's3',
    async write(path, body) {
      if (!(body instanceof Uint8Array)) return { path, bytes: await write(path, body) }
      await put(path, body)
      return { path, bytes: body.length }
    },
    read: async (path) => download(path),
    async localFile(path) {
      const source = await download(path)
      return copy(source).catch((error: unknown) => {
        throw namedS3(error, names, path)
      })
    },
    async stat(path) {
      const found = await head(path)
      return found && { path, bytes: found.ContentLength ?? 0 }
    },
    metadata: async (path) => (await head(path))?.Metadata,
    remove,
    removeFolder: (prefix) => removeListed(list(prefix), remove),
    list,
    conditional: s3Conditional(client, object, (path, request, bytes) =>
      send(path, (abortSignal) => creating(abortSignal, () => request(abortSignal)), bytes),
    ),
    url: (path) =>
      new URL(`${Bucket}/${keyOf(path).split('/').map(encodeURIComponent).join('/')}`, `${options.endpoint.replace(/\/$/, '')}/`).href,
    async ensureContainer() {
      try {
        await ensure(requestLimit(0, options.patienceMs))
      } catch (error) {
        throw namedS3(error, names)
      }
    },
    async ping() {
      try {
        await client.send(new HeadBucketCommand({ Bucket }), { abortSignal: AbortSignal.timeout(PING_MS) })
      } catch (error) {
        throw namedS3(error, names)
      }
    },
  }
}
