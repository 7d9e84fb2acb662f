import { z } from 'zod'
import type { EdgePorts } from '../../../kernel/ports.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { workStages } from '../../../schemas/document.ts'
import { readSteps } from '../status/read-uploads.ts'
import type { UploadState } from '../status/upload-state.ts'

export type WorkStage = (typeof workStages)[number]

const artifact = z.object({ path: z.string() })
const asRead = {
  parsing: z.object({ file: z.object({ blob: z.string() }) }).transform(({ file }) => [file.blob]),
  chunking: z.object({ parsed: artifact }).transform(({ parsed }) => [parsed.path]),
  embedding: z.object({ chunks: artifact }).transform(({ chunks }) => [chunks.path]),
  indexing: z.object({ chunks: artifact, vectors: artifact }).transform(({ chunks, vectors }) => [chunks.path, vectors.path]),
}

/** The event in front of each stage: what it reads. */
const INPUT_OF = {
  parsing: 'document.received',
  chunking: 'document.parsed',
  embedding: 'document.chunked',
  indexing: 'document.embedded',
} as const

/**
 * The stage to begin with and what it read the last time: the stage that is asked for, or an earlier one where that was never reached or
 * where what it reads is gone from the blob store. ApiError conflict, with what is gone, where none can be begun with.
 */
export async function inputOf(
  { database, blobs }: Pick<EdgePorts, 'database' | 'blobs'>,
  { upload_id }: Pick<UploadState, 'upload_id'>,
  stage: WorkStage,
): Promise<{ from: WorkStage; input: Record<string, unknown> }> {
  const steps = await readSteps(database, upload_id)
  const stages = Object.keys(INPUT_OF) as WorkStage[]
  const gone: string[] = []
  for (const from of stages.slice(0, Math.max(0, stages.indexOf(stage)) + 1).reverse()) {
    const step = steps.findLast((s) => s.event_type === INPUT_OF[from])
    if (!step) continue
    const paths = asRead[from].parse(step.details)
    const there = await Promise.all(paths.map((path) => blobs.stat(path)))
    const lost = paths.filter((_, i) => !there[i])
    if (lost.length === 0) return { from, input: step.details }
    gone.push(...lost)
  }
  if (gone.length === 0) throw new ApiError('conflict', 'the history of this upload is not complete; upload the file again')
  throw new ApiError(
    'conflict',
    `the file of this upload is gone from the blob store, and so is what was made of it: ${gone.join(', ')}. Put them back, or upload the file again with replace_existing=true`,
    { details: { upload_id, gone } },
  )
}
