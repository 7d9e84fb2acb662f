import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseContract } from './contract.ts'
import { openSqliteDatabase } from './sqlite.ts'

databaseContract('SQLite', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-views-'))
  const database = await openSqliteDatabase({ dir })
  return {
    database,
    async dispose() {
      await database.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
})
