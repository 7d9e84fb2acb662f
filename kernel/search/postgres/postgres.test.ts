import { describe, inject, test } from 'vitest'
import { ownDatabase } from '../../../tests/support/own-database.ts'
import { createLogger } from '../../runtime/log.ts'
import { searchContract } from '../contract/contract.ts'
import { buildsContract } from '../contract/contract-builds.ts'
import { openPostgresSearch } from './open-postgres-search.ts'

const log = createLogger('CRITICAL')
const url = inject('searchDatabaseUrl')

if (url) {
  searchContract('PostgreSQL with pgvector', async () => {
    const search = await openPostgresSearch({ url: await ownDatabase(url), log })
    return { search, dispose: () => search.close() }
  })
  buildsContract('PostgreSQL with pgvector', async () => {
    const own = await ownDatabase(url)
    return { open: () => openPostgresSearch({ url: own, log }), dispose: async () => {} }
  })
} else describe.skip('search port: PostgreSQL with pgvector', () => test(inject('skipped'), () => {}))
