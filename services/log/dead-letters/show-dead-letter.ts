import { z } from 'zod'
import { deadLetterKinds } from '../../../schemas/dead-letter.ts'
import { type DeadLetter, deadLetterStates, type Failed, failureOf, redrivesOf, stateOf } from './dead-letter-state.ts'
import type { deadRecordsView } from './dead-letter-views.ts'
import { normaliseReason } from './normalise-reason.ts'
import type { FoundLetter } from './read-dead-letters.ts'
import { type About, whatAbout } from './what-about.ts'

const exampleId = '0d9f7a52-6d2c-5f0e-9a41-7c1d2e3f4a5b'
const exampleEntry = {
  id: exampleId,
  state: 'open',
  kind: 'terminal',
  code: 'corrupt',
  consumer: 'parse',
  topic: 'document.received',
  partition: 2,
  offset: '17',
  key: '5b0c2f6e-3f0e-5c8c-9a53-0b6f3c1d2e4f',
  message: 'report.docx is damaged: the archive ends too early',
  reason: '‹file› is damaged: the archive ends too early',
  attempts: 1,
  redrives: 0,
  request_id: '7b0c1f52-8a34-4a0e-a3a0-51f3d0b8f8a1',
  first_failed_at: '2026-01-15T09:30:00.000Z',
  failed_at: '2026-01-15T09:30:00.000Z',
  file: 'report.docx',
  links: [],
}

const linkSchema = z.object({ rel: z.enum(['upload', 'document', 'run']), href: z.string(), page: z.string() })

const entryShape = z.object({
  id: z.string(),
  state: z
    .enum(deadLetterStates)
    .describe(
      'open: nothing was done. redriven: under way again. resolved: a redrive went well, or a later pass of its document overtook it. discarded: given up for good.',
    ),
  kind: z
    .enum(deadLetterKinds)
    .describe('terminal: no try would help. exhausted: tries used up. poison: ended its process. schema: unreadable.'),
  code: z.string(),
  consumer: z.string(),
  topic: z.string(),
  partition: z.int(),
  offset: z.string(),
  key: z.string(),
  message: z.string(),
  reason: z.string().describe('The message without what is particular to one record.'),
  attempts: z.int(),
  redrives: z.int(),
  request_id: z.string(),
  first_failed_at: z.string(),
  failed_at: z.string(),
  file: z.string().nullable().describe('Name of the file that the record is about; null where it names none.'),
  links: z.array(linkSchema).describe('What the record is about.'),
})
export const entrySchema = entryShape.meta({ id: 'DeadLetter', description: 'A record that was given up.', examples: [exampleEntry] })

const historySchema = z.object({
  what: z.enum(['failed', 'redriven', 'resolved', 'discarded']),
  redrive: z.int().describe('0: before the first redrive.'),
  at: z.string(),
  code: z.string().optional(),
  message: z.string().optional(),
  attempts: z.int().optional(),
  actor: z.string().optional(),
  reason: z.string().optional(),
})
const recordSchema = z.object({
  topic: z.string(),
  partition: z.int(),
  offset: z.string(),
  key: z.string(),
  headers: z.record(z.string(), z.string()),
  value: z.string(),
  encoding: z.enum(['utf8', 'base64', 'by-offset']).describe('by-offset: too long to be kept here; it stands in the log.'),
  cut: z.array(z.string()).describe('What is shorter here than in the log.'),
})
export const deadLetterSchema = entryShape
  .extend({
    event_id: z.string().nullable(),
    causation_id: z.string().nullable(),
    trace_id: z.string().nullable(),
    error: z.object({ code: z.string(), message: z.string(), kind: z.enum(deadLetterKinds) }),
    record: recordSchema.nullable(),
    history: z.array(historySchema).describe('Failures, redrives and what became of them, oldest first.'),
  })
  .meta({
    id: 'DeadLetterDetail',
    description: 'A record that was given up, with its history.',
    examples: [
      {
        ...exampleEntry,
        event_id: '7d3c2b1a-0f9e-4d8c-8b7a-6f5e4d3c2b1a',
        causation_id: null,
        trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
        error: { code: 'corrupt', message: exampleEntry.message, kind: 'terminal' },
        record: {
          topic: 'document.received',
          partition: 2,
          offset: '17',
          key: exampleEntry.key,
          headers: { ce_type: 'document.received' },
          value: '{"upload_id":"…"}',
          encoding: 'utf8',
          cut: [],
        },
        history: [{ what: 'failed', redrive: 0, at: exampleEntry.failed_at, code: 'corrupt', message: exampleEntry.message, attempts: 1 }],
      },
    ],
  })

/** Whether it was kept before entries held what their records are about: the record itself tells it. */
export const isWithoutAbout = ({ letter }: FoundLetter): boolean => failureOf(letter)?.about === undefined

/** A dead letter as lists show it. `kept`: its record, where the entry does not hold what it is about. */
export function showEntry({ id, letter }: FoundLetter, kept?: Kept): z.output<typeof entryShape> {
  const failed = lastOf(letter)
  const { kind, code, consumer, topic, partition, offset, key, message, attempts, request_id } = failed
  return {
    ...{ id, state: stateOf(letter), kind, code, consumer, topic, partition, offset, key, message },
    ...{ reason: normaliseReason(message), attempts, redrives: redrivesOf(letter), request_id },
    first_failed_at: letter.failures['0']?.at ?? failed.at,
    failed_at: failed.at,
    ...shownAbout(failed.about ?? (kept ? whatAbout(kept.value) : {})),
  }
}

function lastOf(letter: DeadLetter): Failed {
  const failed = failureOf(letter)
  if (!failed) throw new Error('a dead letter that is shown has failed')
  return failed
}

type Kept = ReturnType<typeof deadRecordsView.read>

/** A dead letter with its record, history and subject. */
export function showDeadLetter(found: FoundLetter, kept: Kept | undefined): z.output<typeof deadLetterSchema> {
  const entry = showEntry(found, kept)
  const failed = lastOf(found.letter)
  const { topic, partition, offset, key, code, message, kind } = entry
  return {
    ...entry,
    ...{ event_id: failed.event_id, causation_id: failed.causation_id, trace_id: failed.traceparent?.split('-')[1] ?? null },
    error: { code, message, kind },
    record: kept
      ? { topic, partition, offset, key, headers: kept.headers, value: kept.value, encoding: kept.encoding, cut: kept.cut ?? [] }
      : null,
    history: historyOf(found.letter),
  }
}

/** At equal times: the failure before what was done about it, of one redrive. */
const ORDER = ['redriven', 'failed', 'resolved', 'discarded']

function historyOf({ failures, changes }: DeadLetter) {
  const failed = Object.entries(failures).map(([n, { at, code, message, attempts }]) => ({
    ...{ what: 'failed' as const, redrive: Number(n), at, code, message, attempts },
  }))
  const changed = Object.entries(changes).map(([key, { change, ...told }]) => ({
    what: change,
    redrive: Number(key.split('/')[0]),
    ...told,
  }))
  return [...failed, ...changed].sort((a, b) => a.redrive - b.redrive || ORDER.indexOf(a.what) - ORDER.indexOf(b.what))
}

/** The file's name, and where what the record is about can be read. */
const shownAbout = ({ file, upload, run }: About) => ({
  file: file ?? null,
  links: [
    ...(upload ? [{ rel: 'upload' as const, href: `/api/v2/upload/status/${upload}`, page: `/document?id=${upload}` }] : []),
    ...(run ? [{ rel: 'run' as const, href: `/api/v2/runs/${run}`, page: `/runs/${run}` }] : []),
  ],
})
