import { S3ServiceException } from '@aws-sdk/client-s3'
import { ApiError } from '../../runtime/errors.ts'
import { clockDiagnosis, type Diagnosis, networkCode, unreachable } from '../unreachable.ts'

export interface StoreNames {
  readonly host: string
  readonly bucket: string
  readonly now: () => number
}

/** The reply's status; undefined where no reply came. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined

/** Whether the error says that the bucket is not there. */
export const isMissingBucket = (error: unknown): boolean => error instanceof S3ServiceException && error.name === 'NoSuchBucket'

/** Words of the service: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html, of MinIO those that begin with X. */
const FULL = new Set(['XMinioStorageFull', 'QuotaExceeded', 'InsufficientStorage', 'InsufficientCapacity'])
const WRONG_KEY = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken', 'ExpiredToken'])

function diagnoseS3(error: unknown, names: StoreNames): Diagnosis {
  const { host, bucket } = names
  if (!(error instanceof S3ServiceException) || statusOf(error) === undefined)
    return unreachable(networkCode(error), host, 'S3_ENDPOINT is misspelt')
  if (isMissingBucket(error) || statusOf(error) === 404)
    return { reason: 'container_missing', message: `The bucket ${bucket} does not exist and is created with the first write.` }
  if (error.name === 'RequestTimeTooSkewed' || statusOf(error) === 403) {
    const skewed = clockDiagnosis(error.$response?.headers.date, names.now(), host)
    if (skewed) return skewed
  }
  if (WRONG_KEY.has(error.name))
    return {
      reason: 'wrong_key',
      message: `${host} refuses the signature: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY do not belong together, or the key was rotated.`,
    }
  if (statusOf(error) === 401 || statusOf(error) === 403)
    return {
      reason: 'not_authorized',
      message: `${host} does not let this key use the bucket ${bucket}: it needs ListBucket, GetObject, PutObject, DeleteObject and AbortMultipartUpload.`,
    }
  if (statusOf(error) === 301 || statusOf(error) === 307 || error.name === 'AuthorizationHeaderMalformed')
    return { reason: 'wrong_endpoint', message: `The bucket ${bucket} is in another region than S3_REGION and S3_ENDPOINT say.` }
  return { reason: 'service_error', message: `${host} answers ${statusOf(error)} ${error.name}.` }
}

/** What remains of a client's error as a cause: enough to find the request in the store's log, nothing that was signed. */
const causeOf = (error: unknown): Error =>
  error instanceof S3ServiceException
    ? new Error(`${statusOf(error)} ${error.name} request ${error.$metadata.requestId ?? 'unknown'}`)
    : new Error(networkCode(error) || (error instanceof Error ? error.name : 'unknown'))

/** The ApiError that an error of the client means; `path` is the blob's, where the call was about one. */
export function namedS3(error: unknown, names: StoreNames, path?: string): ApiError {
  if (error instanceof ApiError) return error
  const cause = causeOf(error)
  const details = path === undefined ? {} : { path }
  const status = statusOf(error)
  const word = error instanceof S3ServiceException ? error.name : ''
  if (status === 404 && path !== undefined) return new ApiError('not_found', 'there is no such blob', { details, cause })
  if (status === 507 || FULL.has(word)) return new ApiError('storage_full', 'the bucket is full', { cause })
  if (networkCode(error) === 'ENOSPC' || networkCode(error) === 'EDQUOT') return new ApiError('storage_full', 'the disk is full', { cause })
  if (status === 413 || word === 'EntityTooLarge')
    return new ApiError('payload_too_large', 'the blob store does not take a blob of this size', { details, cause })
  if (status === 400 && word === 'KeyTooLongError')
    return new ApiError('invalid_request', 'the blob path is too long for S3', { details, cause })
  if (status === 412 || (status === 409 && path !== undefined))
    return new ApiError('conflict', `the blob store does not change this blob now (${word})`, { details, cause })
  const { reason, message } = diagnoseS3(error, names)
  return new ApiError('unavailable', message, { details: { reason }, headers: { 'retry-after': '5' }, cause })
}
