import type { Migration } from '../../store/database.ts'

export interface IdempotencyTable {
  idempotency_keys: {
    scope: string
    key: string
    fingerprint: string
    reply: string | null
    created_at: number
    /** Id of the command, from which those of its records follow, whoever carries it out. */
    command: string | null
    /** The request that works on it. */
    holder: string | null
    signs: number
  }
}

const keysMigration: Migration = {
  name: '010-idempotency-keys',
  up: async (db) => {
    await db.schema
      .createTable('idempotency_keys')
      .addColumn('scope', 'varchar(64)', (c) => c.notNull())
      .addColumn('key', 'varchar(255)', (c) => c.notNull())
      .addColumn('fingerprint', 'varchar(64)', (c) => c.notNull())
      .addColumn('reply', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('idempotency_keys_pk', ['scope', 'key'])
      .execute()
    await db.schema.createIndex('idempotency_keys_age').on('idempotency_keys').column('created_at').execute()
  },
}

const holdersMigration: Migration = {
  name: '011-idempotency-holders',
  up: async (db) => {
    await db.schema.alterTable('idempotency_keys').addColumn('command', 'varchar(36)').execute()
    await db.schema.alterTable('idempotency_keys').addColumn('holder', 'varchar(36)').execute()
    await db.schema
      .alterTable('idempotency_keys')
      .addColumn('signs', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}

export const idempotencyMigrations: readonly Migration[] = [keysMigration, holdersMigration]
