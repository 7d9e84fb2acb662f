import { z } from 'zod'
import type { EdgePorts } from '../../../kernel/ports.ts'
import { asOfSchema } from './as-of-time.ts'
import { wishedSettingsSchema } from './build-settings.ts'
import { countBuilds } from './compare-builds.ts'
import { type Compared, comparedSchema, querySchema } from './compared.ts'
import { estimateSchema } from './estimate.ts'
import { origins } from './make-for-build.ts'
import { failureSchema, type Rebuild, rebuildStatuses } from './rebuild-row.ts'
import { changedFieldsSchema, ownIndexSchema } from './spec-of-build.ts'

const rate = z.int().min(1).max(1_000_000).describe('Documents a minute at most.')

export const bodySchema = z
  .strictObject({
    index: z.string().min(1).max(128).describe('Name or alias of an index.'),
    from: z.enum(origins).describe('Where it begins: at the files, at their texts, at the chunks, or at the vectors, as they are kept.'),
    config: wishedSettingsSchema
      .extend({ index: ownIndexSchema.optional() })
      .default({})
      .describe(
        'What this build has of its own, over what the live one has: keys of config.yaml, and the definition of the index. What is left out stays as it is.',
      ),
    dry_run: z.boolean().default(false).describe('Tells what it would take, and builds nothing.'),
    as_of: asOfSchema.optional(),
    rate: rate.optional(),
    queries: z
      .array(querySchema)
      .max(500)
      .default([])
      .describe('Questions that both builds are asked. Without them some are made of the documents.'),
  })
  .meta({
    id: 'RebuildRequest',
    description: 'A build of an index beside the live one.',
    examples: [{ index: 'documents', from: 'parsed', config: { chunking: { max_tokens: 200, overlap_tokens: 30 } } }],
  })

const RUN = '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11'
export const startedSchema = z
  .object({
    runId: z.string().optional().describe('Absent in a dry run.'),
    dry_run: z.boolean(),
    index: z.string(),
    estimate: estimateSchema,
    fields: changedFieldsSchema.optional().describe('What another definition of the index changes. Absent without one.'),
    as_of: z
      .object({
        at: z.string().describe('The time that is meant.'),
        documents: z.int().describe('What the index showed then.'),
        kept_since: z.string().nullable().describe('As far back as one can go for this index; null: to its beginning.'),
      })
      .optional(),
  })
  .meta({
    id: 'RebuildStarted',
    description: 'Where the rebuild is asked for, and what it takes.',
    examples: [
      {
        runId: RUN,
        dry_run: false,
        index: 'documents',
        estimate: {
          documents: 2000,
          chunks: 14_000,
          minutes: 2.4,
          basis: 'assumed',
          kept: { texts: 2000, chunks: 0, vectors: 0 },
          embeddings: { calls: 110, texts: 14_000, tokens: 2_400_000, cost: 0.048, currency: 'USD' },
        },
      },
    ],
  })

const compareExample = {
  documents: { old: 2000, new: 2000 },
  chunks: { old: 9000, new: 14_000 },
  missing: 0,
  extra: 0,
  queries: 30,
  overlap_at_10: 0.92,
  ndcg: { old: 0.91, new: 0.94, difference: 0.03, interval: [0.01, 0.05] },
}

export const rebuildSchema = z
  .object({
    runId: z.string(),
    index: z.string(),
    from: z.enum(origins),
    config: z.record(z.string(), z.unknown()),
    as_of: z.string().nullable().describe('null: what the index shows now.'),
    status: z.enum(rebuildStatuses),
    paused: z.boolean(),
    rate: rate.nullable(),
    read: z.int().describe('Documents that were looked at.'),
    written: z.int().describe('Documents that were written into the new build.'),
    total: z.int(),
    failed: z.int(),
    failures: z.array(failureSchema).describe('Of the first hundred documents that could not be built, why.'),
    eta_seconds: z
      .number()
      .nullable()
      .describe(
        'From what was written so far. null: nothing was measured yet, it waits for one document, it is paused, or it failed or was canceled.',
      ),
    waits_for: z
      .string()
      .nullable()
      .describe(
        'A file that has been worked on for ten seconds and more, while nothing else was written. How long it still takes is not known.',
      ),
    builds: z.object({ old: z.string().nullable(), new: z.string().nullable() }),
    compare: comparedSchema.optional(),
    reason: z.string().nullable(),
    actor: z.string(),
    created_at: z.string(),
    built_at: z.string().nullable(),
    live_at: z.string().nullable(),
    ended_at: z.string().nullable(),
  })
  .meta({
    id: 'Rebuild',
    description: 'A build of an index beside the live one.',
    examples: [
      {
        ...{
          runId: RUN,
          index: 'documents',
          from: 'parsed',
          config: { chunking: { max_tokens: 200 } },
          as_of: null,
          status: 'built',
          paused: false,
          rate: null,
        },
        ...{
          read: 2000,
          written: 2000,
          total: 2000,
          failed: 0,
          failures: [],
          eta_seconds: 0,
          waits_for: null,
          compare: compareExample,
          reason: null,
        },
        ...{ builds: { old: 'documents@1', new: 'documents@2' }, actor: 'dashboard-user', created_at: '2026-03-31T09:00:00.000Z' },
        ...{ built_at: '2026-03-31T09:02:24.000Z', live_at: null, ended_at: null },
      },
    ],
  })
type Reply = z.output<typeof rebuildSchema>

const etaOf = ({ status, seconds_left, paused }: Rebuild): number | null => {
  if (status !== 'running') return status === 'failed' || status === 'cancelled' ? null : 0
  return paused ? null : seconds_left
}

const waitsForOf = ({ status, waits_for, paused }: Rebuild): string | null => (status === 'running' && !paused ? waits_for : null)

/** A rebuild as it is told. What two builds hold is counted now, as long as the new one waits. */
export async function replyOf({ builds }: Pick<EdgePorts, 'builds'>, rebuild: Rebuild): Promise<Reply> {
  const compare = rebuild.compare && { ...rebuild.compare, ...(await countedNow(builds, rebuild)) }
  const { id, index_name, origin, config, as_of, failures, old_build, new_build } = rebuild
  const { status, paused, rate, read, written, total, reason, actor, created_at, built_at, live_at, ended_at } = rebuild
  return {
    ...{ runId: id, index: index_name, from: origin, config, as_of, status, paused, rate, read, written, total },
    ...{
      failed: failures.length,
      failures: [...failures],
      eta_seconds: etaOf(rebuild),
      waits_for: waitsForOf(rebuild),
      builds: { old: old_build, new: new_build },
    },
    ...(compare ? { compare } : {}),
    ...{ reason, actor, created_at, built_at, live_at, ended_at },
  }
}

async function countedNow(builds: EdgePorts['builds'], { status, index_name, old_build, new_build }: Rebuild): Promise<Partial<Compared>> {
  if ((status !== 'built' && status !== 'rolled_back') || !builds || old_build === null || new_build === null) return {}
  const pair = await builds.of(index_name)
  if (pair?.live.name !== old_build || pair.other?.name !== new_build) return {}
  return countBuilds(builds, index_name, { live: old_build, other: new_build })
}
