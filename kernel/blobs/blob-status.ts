import { z } from 'zod'
import type { Env } from '../runtime/env.ts'
import { ApiError } from '../runtime/errors.ts'
import { answersWithin, PROBE_TIMEOUT_MS } from '../runtime/health.ts'
import type { Blobs } from './blobs.ts'

const MISSING = 'container_missing'

/** What the API's document shows. */
export const blobStatusExample = {
  status: 'connected',
  kind: 'filesystem',
  container: 'documents',
  container_exists: true,
  cloud_configured: false,
  latency_ms: 1,
  reason: null,
  diagnosis: null,
}

export const blobStatusSchema = z
  .object({
    status: z.enum(['connected', 'failed']),
    kind: z.enum(['filesystem', 'azure', 's3']),
    container: z.string(),
    container_exists: z.boolean(),
    /** Whether a store of a network is configured (Azure Blob storage or S3); without one the file system is used. */
    cloud_configured: z.boolean(),
    latency_ms: z.number(),
    reason: z.string().nullable(),
    diagnosis: z.string().nullable(),
  })
  .meta({ id: 'BlobStatus', description: 'State of the blob store and its container.', examples: [blobStatusExample] })
export type BlobStatus = z.output<typeof blobStatusSchema>

type BlobEnv = Pick<Env, 'BLOB_CONTAINER' | 'AZURE_STORAGE_CONNECTION_STRING' | 'S3_ENDPOINT'>

/** Whether the blob store responds and the container exists, and what is wrong if not. */
export async function blobStatus(blobs: Blobs, env: BlobEnv): Promise<BlobStatus> {
  const started = performance.now()
  const failure = await answersWithin(PROBE_TIMEOUT_MS, () => blobs.ping()).then(
    () => undefined,
    (error: unknown) => error ?? new Error('no reason was given'),
  )
  const reason = failure === undefined ? null : reasonOf(failure)
  return {
    status: failure === undefined || reason === MISSING ? 'connected' : 'failed',
    kind: blobs.kind,
    container: env.BLOB_CONTAINER,
    container_exists: failure === undefined,
    cloud_configured: (env.AZURE_STORAGE_CONNECTION_STRING ?? env.S3_ENDPOINT) !== undefined,
    latency_ms: Math.round(performance.now() - started),
    reason,
    diagnosis: failure === undefined ? null : shown(failure),
  }
}

/** Only named failures have a sentence that is meant to be shown. */
const shown = (error: unknown): string => (error instanceof ApiError ? error.message : 'The folder of the blobs cannot be written.')

function reasonOf(error: unknown): string {
  const reason = error instanceof ApiError ? error.details.reason : undefined
  if (typeof reason === 'string') return reason
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown'
  return code === 'ENOENT' ? MISSING : code.toLowerCase()
}

/** As `blobStatus`, after making a container that is missing, if that is possible. */
export async function ensureContainer(blobs: Blobs, env: BlobEnv): Promise<BlobStatus & { created: boolean }> {
  const before = await blobStatus(blobs, env)
  if (before.container_exists) return { ...before, created: false }
  try {
    await blobs.ensureContainer?.()
  } catch (error) {
    return { ...before, diagnosis: shown(error), created: false }
  }
  const after = await blobStatus(blobs, env)
  return { ...after, created: after.container_exists }
}
