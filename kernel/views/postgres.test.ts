import pg from 'pg'
import { pino } from 'pino'
import { describe, inject, test } from 'vitest'
import { databaseContract } from './contract.ts'
import { connectPostgres } from './postgres.ts'

const url = inject('databaseUrl')

if (url) {
  databaseContract('PostgreSQL', async () => {
    const name = `views_${process.pid}_${Date.now()}`
    await admin(url, `create database ${name}`)
    const database = await connectPostgres({ url: url.replace(/\/[^/]*$/, `/${name}`), log: pino({ level: 'silent' }) })
    return {
      database,
      async dispose() {
        await database.close()
        await admin(url, `drop database ${name} with (force)`)
      },
    }
  })
} else {
  console.log(`skipped: views on PostgreSQL (${inject('skipped')})`)
  describe('views on PostgreSQL', () => test.skip('needs a database', () => undefined))
}

async function admin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
