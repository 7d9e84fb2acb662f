import { setTimeout as pause } from 'node:timers/promises'
import type { EdgePorts, Ports } from '../../../kernel/ports.ts'
import { cancelRun } from '../../../kernel/runs/control.ts'
import { findAnyRun } from '../../../kernel/runs/read-runs.ts'
import { ApiError, messageOf } from '../../../kernel/runtime/errors.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'
import type { Builds, IndexBuilds, LiveDocument } from '../../../kernel/search/builds.ts'
import { letGo } from '../kept/ended-generations.ts'
import { indexedSince } from './documents-as-of.ts'
import { forgetMade } from './make-for-build.ts'
import { mirrorDocument } from './mirror-document.ts'
import { changeRebuild, findRebuild, type Rebuild } from './rebuild-row.ts'

/** Longest that a cut-over waits for what is not in the other build yet. */
const CATCH_UP_MS = 30_000
const AGAIN_MS = 50
const PAGE = 200
/** A rebuild without a run is one whose start died half-way. */
const ORPHAN_MS = 60_000

export type Builder = Omit<IndexBuilds, 'search'>
export interface ControlContext {
  readonly ports: Pick<EdgePorts, 'blobs' | 'builds' | 'clock' | 'config' | 'database' | 'embedder'>
  readonly log: Logger
}

const at = ({ ports }: ControlContext) => new Date(ports.clock.now()).toISOString()

/** What to do where the search index keeps no builds. */
export const NO_BUILDS =
  'rebuilds need the embedded index or one in PostgreSQL (SEARCH_DATABASE_URL); SEARCH_ENDPOINT names a service whose indexes are not built beside themselves yet. There, make an index of another name (POST /api/v2/search/indexes/create), upload the documents to it, and give it the alias (indexes.aliases in config.yaml): searches by the alias change over in one step'

/** ApiError invalid_request where the search index of the platform keeps no builds. */
export function builderOf({ builds }: Pick<Ports, 'builds'> | Pick<EdgePorts, 'builds'>): Builder {
  if (!builds) throw new ApiError('invalid_request', NO_BUILDS)
  return builds
}

const conflict = (message: string, rebuild: Rebuild) => new ApiError('conflict', message, { details: { status: rebuild.status } })

/** Makes the new build the live one. ApiError conflict unless it is built and shows what the old one shows, or `anyway`. */
export async function cutOver(ctx: ControlContext, rebuild: Rebuild, anyway: boolean): Promise<void> {
  const { status, new_build: build } = rebuild
  if ((status !== 'built' && status !== 'rolled_back') || build === null)
    throw conflict(`the rebuild is ${status}; only one that is built, or was rolled back, can be cut over`, rebuild)
  await makeLive(ctx, rebuild, build, anyway)
  await changeRebuild(ctx.ports.database, rebuild.id, ['built', 'rolled_back'], { status: 'live', live_at: at(ctx) })
}

/** Makes the old build the live one again. */
export async function rollBack(ctx: ControlContext, rebuild: Rebuild, anyway: boolean): Promise<void> {
  const { status, old_build: build } = rebuild
  if (status !== 'live') throw conflict(`the rebuild is ${status}; only one that is live can be rolled back`, rebuild)
  if (build === null) throw conflict('the old build was discarded; there is nothing to roll back to', rebuild)
  await makeLive(ctx, rebuild, build, anyway)
  await changeRebuild(ctx.ports.database, rebuild.id, ['live'], { status: 'rolled_back' })
}

/** Removes the build that is not live. */
export async function discard(ctx: ControlContext, rebuild: Rebuild): Promise<void> {
  const { status, old_build, new_build, id } = rebuild
  const loses = status === 'live' ? old_build : status === 'built' || status === 'rolled_back' ? new_build : null
  if (loses === null) {
    const hint = status === 'running' ? 'cancel it instead' : 'nothing of it is left to discard'
    throw conflict(`the rebuild is ${status}: ${hint}`, rebuild)
  }
  await removeBuild(ctx, rebuild.index_name, loses)
  if (loses === new_build) await letGo(ctx.ports.database, id)
  const over = { open_index: null, ended_at: at(ctx) }
  if (status === 'live') await changeRebuild(ctx.ports.database, id, ['live'], { ...over, old_build: null })
  else await changeRebuild(ctx.ports.database, id, ['built', 'rolled_back'], { ...over, status: 'discarded' })
}

/** Ends a rebuild that is under way and takes away what was built. */
export async function cancel(ctx: ControlContext, rebuild: Rebuild, actor: string): Promise<void> {
  if (rebuild.status !== 'running') throw conflict(`the rebuild is ${rebuild.status}; only one that is running can be cancelled`, rebuild)
  await cancelRun({ ...ctx.ports }, rebuild.id, `cancelled by ${actor}`)
  await close(ctx, rebuild.id, 'cancelled', `Cancelled by ${actor}`)
}

/** What became of a rebuild whose run ended before the build was whole. */
export async function settle(ctx: ControlContext, rebuild: Rebuild): Promise<void> {
  if (rebuild.status !== 'running') return
  const run = await findAnyRun(ctx.ports, rebuild.id)
  if (!run && ctx.ports.clock.now() - Date.parse(rebuild.created_at) > ORPHAN_MS)
    return close(ctx, rebuild.id, 'failed', 'It was never begun.')
  const status = run?.state.status
  if (status === 'failed' || status === 'cancelled') await close(ctx, rebuild.id, status, run?.state.reason ?? status)
}

async function close(ctx: ControlContext, id: string, status: 'failed' | 'cancelled', reason: string): Promise<void> {
  const rebuild = await findRebuild(ctx.ports.database, id)
  if (rebuild?.status !== 'running') return
  if (rebuild.new_build !== null) await removeBuild(ctx, rebuild.index_name, rebuild.new_build)
  await letGo(ctx.ports.database, id)
  await changeRebuild(ctx.ports.database, id, ['running'], { status, reason, open_index: null, ended_at: at(ctx) })
}

/** What it lacks is brought in first: an upload of which the other build could not be made in time, say. */
async function makeLive(ctx: ControlContext, rebuild: Rebuild, build: string, anyway: boolean): Promise<void> {
  const builds = builderOf(ctx.ports)
  const index = rebuild.index_name
  const signal = AbortSignal.timeout(CATCH_UP_MS)
  const gaveUp = new Set<string>()
  if (rebuild.as_of !== null) return makeLiveAsOf(ctx, rebuild, build, anyway)
  while (!(await builds.makeLive(build, anyway))) {
    const tried = await catchUp(ctx, index, signal, gaveUp)
    if (tried > 0 && !signal.aborted) {
      await pause(AGAIN_MS)
      continue
    }
    const { missing, extra, sample } = await builds.difference(index)
    if (missing + extra === 0) continue
    throw new ApiError(
      'conflict',
      `the build lacks ${missing} documents of the live one and shows ${extra} others; look at them, or ask with {"anyway": true}`,
      { details: { missing, extra, documents: [...sample] } },
    )
  }
}

/** The two differ by intention: only what came while they stood side by side has to be in both. */
async function makeLiveAsOf(
  ctx: ControlContext,
  { index_name: index, created_at }: Rebuild,
  build: string,
  anyway: boolean,
): Promise<void> {
  const builds = builderOf(ctx.ports)
  const later = await indexedSince(ctx.ports.database, created_at)
  const lacking = (await everyDocument(builds, index, true)).filter(({ document_id }) => later.has(document_id))
  const gaveUp = new Set<string>()
  const pair = await builds.of(index)
  if (pair && lacking.length > 0) await bringIn(ctx, index, pair, lacking, AbortSignal.timeout(CATCH_UP_MS), gaveUp)
  if (gaveUp.size > 0 && !anyway)
    throw new ApiError('conflict', `the build lacks ${gaveUp.size} documents that came since it was begun; ask with {"anyway": true}`, {
      details: { missing: gaveUp.size, documents: [...gaveUp].map((key) => key.split(' ')[0]) },
    })
  await builds.makeLive(build, true)
}

/** Brings in what the other build lacks; gives how many documents were tried. */
async function catchUp(ctx: ControlContext, index: string, signal: AbortSignal, gaveUp: Set<string>): Promise<number> {
  const builds = builderOf(ctx.ports)
  const pair = await builds.of(index)
  if (!pair?.other) return 0
  const lacking = await builds.documents(index, { after: '', top: PAGE, lacking: true })
  const open = lacking.filter(({ document_id, epoch }) => !gaveUp.has(`${document_id} ${epoch}`))
  await bringIn(ctx, index, pair, open, signal, gaveUp)
  return open.length
}

async function bringIn(
  ctx: ControlContext,
  index: string,
  pair: Builds,
  documents: readonly LiveDocument[],
  signal: AbortSignal,
  gaveUp: Set<string>,
): Promise<void> {
  const builds = builderOf(ctx.ports)
  for (const document of documents) {
    if (signal.aborted) break
    try {
      await mirrorDocument({ ports: ctx.ports, builds, signal, uncounted: (wait) => wait }, index, pair, document)
    } catch (error) {
      gaveUp.add(`${document.document_id} ${document.epoch}`)
      ctx.log.warn(
        { index, document_id: document.document_id, error: messageOf(error) },
        'a document cannot be brought into the other build',
      )
    }
  }
}

/** The build goes at once; what it had of its own in the blob store afterwards. */
async function removeBuild(ctx: ControlContext, index: string, build: string): Promise<void> {
  const builds = builderOf(ctx.ports)
  const pair = await builds.of(index)
  if (pair?.other?.name !== build) return
  const documents = await everyDocument(builds, index)
  await builds.drop(build)
  const forgetting = async () => {
    for (const { document_id, epoch } of documents)
      await forgetMade(ctx.ports.blobs, { document_id, generation: Math.floor(epoch / 1000) }, { name: build })
  }
  forgetting().catch((error) => ctx.log.warn({ build, error: messageOf(error) }, 'files of a build that is gone go with their documents'))
}

async function everyDocument(builds: Builder, index: string, lacking = false) {
  const all = []
  for (let after = ''; ; ) {
    const page = await builds.documents(index, { after, top: 1000, lacking })
    all.push(...page)
    if (page.length < 1000) return all
    after = page.at(-1)?.document_id ?? ''
  }
}
