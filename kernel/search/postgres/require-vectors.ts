import { sql } from 'kysely'
import { z } from 'zod'
import { messageOf } from '../../runtime/errors.ts'
import type { Db } from './tables.ts'

/** Walks on where a filter left too little (iterative scans) since this version. */
const LEAST = [0, 8] as const

const HOW = `install pgvector 0.8 or newer where PostgreSQL runs (Debian 13: postgresql-17-pgvector; the image pgvector/pgvector has it), then CREATE EXTENSION vector as a superuser`

const rowSchema = z.object({ installed: z.string().nullable(), offered: z.string().nullable() })

/** Whether a version is new enough, such as "0.8.1". */
export function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])
}

/** Makes pgvector usable in the database. Throws an Error that says what to do where it is not there, too old or not to be made by this user. */
export async function requireVectors(trx: Db): Promise<void> {
  const found = await sql`SELECT (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS installed,
    (SELECT default_version FROM pg_available_extensions WHERE name = 'vector') AS offered`.execute(trx)
  const { installed, offered } = rowSchema.parse(found.rows[0])
  const version = installed ?? offered
  if (version === null) throw new Error(`its PostgreSQL has no extension "vector"; ${HOW}`)
  if (!isNewEnough(version)) throw new Error(`its pgvector is ${version}; ${HOW}, or ALTER EXTENSION vector UPDATE`)
  if (installed) return
  await sql`CREATE EXTENSION vector`.execute(trx).catch((cause: unknown) => {
    throw new Error(
      `pgvector ${version} is there, and this user may not make it (${messageOf(cause)}); run CREATE EXTENSION vector as a superuser`,
      { cause },
    )
  })
}
