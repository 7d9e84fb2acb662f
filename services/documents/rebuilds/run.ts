import { z } from 'zod'
import { embedderOfBuild } from '../../../kernel/embed/embedder-of.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { defineRun, defineStep, type StepContext } from '../../../kernel/runs/define-run.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import type { BuildInfo, Builds } from '../../../kernel/search/builds.ts'
import { readAgain } from '../parse/consumer.ts'
import { buildSettingsSchema, settingsOf, settingsText } from './build-settings.ts'
import { compareBuilds } from './compare-builds.ts'
import { comparedSchema, querySchema } from './compared.ts'
import { NO_BUILDS } from './control.ts'
import { documentsAsOf } from './documents-as-of.ts'
import { assumedMinutes, type Contents, expectedContents } from './estimate.ts'
import { fillAsOf } from './fill-as-of.ts'
import { fillBuild } from './fill-build.ts'
import { origins } from './make-for-build.ts'
import { mirrorDocument, restoreDocument } from './mirror-document.ts'
import { createPace } from './pace.ts'
import { changeRebuild, findRebuild, type Rebuild } from './rebuild-row.ts'
import type { Source } from './source-of.ts'
import { ownIndexSchema, specOfBuild } from './spec-of-build.ts'
import { tellProgress } from './tell-progress.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export const rebuildInputSchema = z.object({
  index: z.string(),
  from: z.enum(origins),
  config: buildSettingsSchema.extend({ index: ownIndexSchema.optional() }),
  queries: z.array(querySchema),
  /** ISO 8601: what the index showed then is built. */
  as_of: z.iso.datetime().optional(),
})
type Input = z.output<typeof rebuildInputSchema>

type Needs = 'blobs' | 'broker' | 'builds' | 'clock' | 'config' | 'database' | 'embedder' | 'llm' | 'workers'
const needs = ['blobs', 'broker', 'builds', 'clock', 'config', 'database', 'embedder', 'llm', 'workers'] as const

/** Timers end at 24 days. Who cannot be found for a while is waited for; what was built stays, so that a try costs what is missing only. */
const policy = { retry: { attempts: 100, baseMs: 1000, capMs: MINUTE }, timeoutMs: 20 * DAY, onFail: 'end' } as const

const build = defineStep<Input, Needs>({
  name: 'build',
  needs,
  ...policy,
  async handle(ctx) {
    const { index, from, as_of } = ctx.input
    const { database } = ctx.ports
    const builds = buildsOf(ctx.ports)
    const pair = await openBuild(ctx)
    const row = await rowOf(ctx)
    const pace = createPace(database, ctx.run.id)
    const then = as_of === undefined ? undefined : await documentsAsOf(ctx.ports, index, as_of)
    const there = await builds.count(pair.other.name)
    const whole = await expectedContents(ctx.ports, pair, { index, from, settings: pair.other.settings, documents: then?.length })
    const embedder = embedderOfBuild(ctx.ports.embedder, pair.other)
    const costOf = (parts: Contents) => assumedMinutes(from, embedder, parts)
    using told = tellProgress(ctx, row, { ...whole, there: there.chunks, costOf }, pace.paused)
    const how = {
      from,
      readAgain:
        ({ embedded }: Source) =>
        async (path: string) =>
          (await readAgain({ ...ctx, ports: ctx.ports }, embedded, embedded.file, path)).parsed,
      begin: told.begin,
      onChunks: told.chunks,
    }
    const filling = { pass: pace.pass, signal: ctx.signal, log: ctx.log, onDocument: told.document }
    const context = { ...ctx, builds }
    const failures = then
      ? await fillAsOf({ ...filling, documents: then, restore: (document) => restoreDocument(context, index, pair, document, how) })
      : await fillBuild({ ...filling, builds, index, pair, mirror: (document) => mirrorDocument(context, index, pair, document, how) })
    await told.end()
    await changeRebuild(database, ctx.run.id, ['running'], { failures: failures.length > 0 ? JSON.stringify(failures) : null })
    return { failed: failures.length }
  },
})

const compare = defineStep<Input, Needs>({
  name: 'compare',
  needs,
  ...policy,
  async handle(ctx) {
    const { index, queries } = ctx.input
    const { config, database, embedder } = ctx.ports
    const builds = buildsOf(ctx.ports)
    const { live, other } = (await builds.of(index)) ?? {}
    if (!live || !other) throw gone()
    const asking = { builds, config, embedder, signal: ctx.signal }
    const compared = await compareBuilds(asking, index, { live, other }, queries)
    await changeRebuild(database, ctx.run.id, ['running'], { status: 'built', compare: JSON.stringify(compared), built_at: ctx.now() })
    return compared
  },
})

const ORIGIN_WORDS: Readonly<Record<Input['from'], string>> = {
  received: 'the files',
  parsed: 'the texts',
  chunked: 'the passages',
  embedded: 'the vectors',
}

/** A build of an index beside the live one: from what the stages left behind, and compared with it. */
export const rebuildRun = defineRun({
  kind: 'rebuild',
  words: { kind: 'Rebuild of an index', steps: { build: 'Build it', compare: 'Compare it with the live one' } },
  input: rebuildInputSchema,
  result: comparedSchema,
  steps: [build, compare],
  deadlineMs: 20 * DAY,
  keepMs: 90 * DAY,
  title: ({ index, from }) => `${index}, from ${ORIGIN_WORDS[from]}`,
})

type Context = StepContext<Input, Needs>

function buildsOf({ builds }: Pick<Ports, 'builds'>) {
  if (!builds)
    throw new WorkError(
      'unsupported',
      `The search index of this process keeps no builds: ${NO_BUILDS}. Every process of the installation needs the same index.`,
    )
  return builds
}

const gone = () => new WorkError('build_gone', 'One of the two builds is not there any more.')

async function rowOf(ctx: Context): Promise<Rebuild> {
  const row = await findRebuild(ctx.ports.database, ctx.run.id)
  if (row?.status !== 'running') throw new WorkError('cancelled', 'The rebuild is over.')
  return row
}

/** The build of this rebuild, made where it is not there yet. */
async function openBuild(ctx: Context): Promise<Builds & { other: BuildInfo }> {
  const { index, from, config } = ctx.input
  const builds = buildsOf(ctx.ports)
  const row = await rowOf(ctx)
  const both = await builds.of(index)
  if (!both) throw new WorkError('build_gone', `There is no index ${index} any more.`)
  const { live, other } = both
  if (row.new_build !== null) {
    if (other?.name !== row.new_build) throw gone()
    return { live, other }
  }
  // Left behind by a process that died before it could note it: this rebuild alone has the index.
  if (other) await builds.drop(other.name)
  const settings = settingsText(settingsOf(live), config)
  const spec = specOfBuild(live.spec, { from, index: config.index }, embedderOfBuild(ctx.ports.embedder, { settings }))
  const opened = await builds.open(index, { spec, settings })
  await changeRebuild(ctx.ports.database, ctx.run.id, ['running'], { old_build: live.name, new_build: opened.name })
  return { live, other: opened }
}
