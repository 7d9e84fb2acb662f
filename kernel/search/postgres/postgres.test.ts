import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { ownDatabase } from '../../../tests/support/own-database.ts'
import { createLogger } from '../../runtime/log.ts'
import { searchContract } from '../contract/contract.ts'
import { buildsContract } from '../contract/contract-builds.ts'
import { wordsContract } from '../contract/contract-words.ts'
import { openPostgresSearch } from './open-postgres-search.ts'
import { isNewEnough } from './require-vectors.ts'

const log = createLogger('CRITICAL')
const url = inject('searchDatabaseUrl')

if (url) {
  const openOne = async () => {
    const search = await openPostgresSearch({ url: await ownDatabase(url), log })
    return { search, dispose: () => search.close() }
  }
  searchContract('PostgreSQL with pgvector', openOne)
  wordsContract('PostgreSQL with pgvector', openOne)
  buildsContract('PostgreSQL with pgvector', async () => {
    const own = await ownDatabase(url)
    return { open: () => openPostgresSearch({ url: own, log }), dispose: async () => {} }
  })
} else describe.skip('search port: PostgreSQL with pgvector', () => test(inject('skipped'), () => {}))

test('versions of pgvector that walk on behind a filter', () => {
  expect(['0.8.0', '0.8.5', '0.10.0', '1.0', '0.7.4', '0.5'].map(isNewEnough)).toEqual([true, true, true, true, false, false])
})

const plain = inject('databaseUrl')
test.skipIf(!plain)('a server without pgvector is told what to install', async ({ skip }) => {
  const client = new pg.Client({ connectionString: plain })
  await client.connect()
  const { rows } = await client.query("SELECT name FROM pg_available_extensions WHERE name = 'vector'")
  await client.end()
  skip(rows.length > 0, 'this PostgreSQL has pgvector')
  await expect(openPostgresSearch({ url: plain ?? '', log })).rejects.toThrow(/no extension "vector"; install pgvector 0\.8 or newer/)
})
