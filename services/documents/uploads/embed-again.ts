import type { Caller } from '../../../kernel/access/caller.ts'
import { limitsOf } from '../../../kernel/access/limits.ts'
import { embedderOf } from '../../../kernel/embed/embedder-of.ts'
import { vectorsOf } from '../../../kernel/retrieve/query-vector.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { endedUploads } from '../status/read-uploads.ts'
import { beginPass, type Command } from './control.ts'
import { type LastClearedTables, wasCleared } from './last-cleared.ts'

export interface EmbeddedAgain {
  /** Whether the index was made for vectors of another length. */
  readonly resized: boolean
  /** Documents that are embedded anew. */
  readonly begun: number
  /** Those that something newer is under way for, or that cannot be begun with. */
  readonly skipped: number
}

/**
 * Has every searchable document of an index embedded anew by the embedder of this moment: one more pass from the embedding stage, which each
 * document's chunks are kept for. Until its pass ends a document is found as before, by its words alone where the lengths differ. What was
 * begun goes on by itself; asked again it begins anew, and vectors that are known by then are not asked for twice.
 * ApiError not_found without the index, invalid_request where it cannot take vectors of this length.
 */
export async function embedAgain(ctx: EdgeContext, index: string, caller: Caller, command: Command): Promise<EmbeddedAgain> {
  const { search, database, config } = ctx.ports
  const spec = await search.getIndex(index)
  if (!spec) throw new ApiError('not_found', `there is no index ${index}`, { details: { index } })
  const embedder = await embedderOf(ctx.ports.embedder, index)
  const fit = vectorsOf(spec, embedder)
  if (fit === 'none') throw new ApiError('invalid_request', `index: ${index} holds no vectors`)
  if (fit === 'other') {
    if (!search.resizeVectors)
      throw new ApiError(
        'invalid_request',
        `index: vectors in ${index} cannot become ${embedder.dimensions} numbers long here. Name another index for its alias, and upload the documents again.`,
      )
    await search.resizeVectors(index, embedder.dimensions)
  }
  const tables = database.tables<LastClearedTables>()
  let [begun, skipped] = [0, 0]
  for await (const state of endedUploads(database, limitsOf(caller, config), 'complete')) {
    // What is kept without being read, or was cleared away, is not made searchable by this.
    if (state.file?.index !== index || state.mark.stage !== 'indexed' || (await wasCleared(tables, state))) continue
    try {
      await beginPass(ctx, state, 'embedding', command)
      begun++
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
      skipped++
    }
  }
  ctx.log.info({ index, begun, skipped, model: embedder.model, actor: command.actor }, 'documents are embedded anew')
  return { resized: fit === 'other', begun, skipped }
}
