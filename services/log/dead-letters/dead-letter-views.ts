import { z } from 'zod'
import { deadLetterIdOf, redriveOf } from '../../../kernel/consume/redrive.ts'
import { nameId } from '../../../kernel/runtime/ids.ts'
import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'
import { defineView } from '../../../kernel/views/define-view.ts'
import { deadLetterChanged, deadLettered } from '../../../schemas/dead-letter.ts'
import { deadLetterSchema, evolveDeadLetter, failureOf, stateOf } from './dead-letter-state.ts'
import { normaliseReason } from './normalise-reason.ts'

const MOST_COLUMN = 200

/** Any text as a column keeps it and a filter asks for it: short, without what PostgreSQL does not take; long ones still differ. */
export function columnOf(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd')
  return clean.length <= MOST_COLUMN ? clean : `${clean.slice(0, MOST_COLUMN - 37)} ${nameId('column', text)}`
}

/** Failures of one code whose messages say the same. */
export const reasonKeyOf = ({ code, message }: { code: string; message: string }): string =>
  nameId('reason', code, normaliseReason(message))

/** One row a dead letter, over all of its redrives. */
export const deadLettersView = defineView({
  name: 'dead_letters',
  on: [deadLettered, deadLetterChanged],
  body: deadLetterSchema,
  key: (event) => (event.type === 'dead.letter' ? deadLetterIdOf(event.payload) : event.payload.id),
  evolve: evolveDeadLetter,
  columns(letter) {
    const failed = failureOf(letter)
    const texts = (name: 'topic' | 'consumer' | 'code' | 'key') => (failed ? columnOf(failed[name]) : null)
    return {
      state: stateOf(letter),
      topic: texts('topic'),
      consumer: texts('consumer'),
      code: texts('code'),
      record_key: texts('key'),
      kind: failed?.kind ?? null,
      reason: failed ? reasonKeyOf(failed) : null,
      // Rows without it are known by a change alone, and not shown.
      failed_at: failed?.at ?? null,
    }
  },
})

const recordSchema = deadLettered.schema.pick({ headers: true, value: true, encoding: true, cut: true }).extend({ redrive: z.number() })

/** The record of each dead letter as it failed last: apart, because lists do not need it. */
export const deadRecordsView = defineView({
  name: 'dead_letter_records',
  on: [deadLettered],
  body: recordSchema,
  key: ({ payload }) => deadLetterIdOf(payload),
  evolve(before, { payload: { headers, value, encoding, cut } }) {
    const record = { headers, value, encoding, ...(cut ? { cut } : {}), redrive: redriveOf(headers)?.redrive ?? 0 }
    if (!before || record.redrive > before.redrive) return record
    return record.redrive < before.redrive || JSON.stringify(before) <= JSON.stringify(record) ? before : record
  },
  columns: () => ({}),
})

export const deadLettersMigration = defineTables('161-dead-letters', {
  dead_letters: {
    columns: {
      key: 'varchar(36)',
      body: 'text',
      state: 'varchar(20)?',
      topic: 'varchar(200)?',
      consumer: 'varchar(200)?',
      code: 'varchar(200)?',
      record_key: 'varchar(200)?',
      kind: 'varchar(20)?',
      reason: 'varchar(36)?',
      failed_at: 'varchar(30)?',
    },
    indexes: {
      dead_letters_newest: ['failed_at', 'key'],
      dead_letters_state: ['state', 'failed_at'],
      dead_letters_key: ['record_key'],
      dead_letters_reason: ['reason', 'state'],
    },
  },
  dead_letter_records: { columns: { key: 'varchar(36)', body: 'text' } },
})
export type DeadLetterTables = TablesOf<typeof deadLettersMigration>
