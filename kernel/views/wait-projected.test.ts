import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSqliteDatabase } from '../store/sqlite.ts'
import { type PositionTable, PROJECTED, positionKey, positionMigration } from './project.ts'
import { waitProjected } from './run-projector.ts'

async function openStore() {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-projected-'))
  const database = await openSqliteDatabase({ dir })
  await database.migrate([positionMigration])
  onTestFinished(async () => {
    await database.close()
    rmSync(dir, { recursive: true })
  })
  const fold = async (topic: string, partition: number, next: number) => {
    const row = { topic, partition, next_offset: next }
    await database
      .tables<PositionTable>()
      .insertInto('projected_positions')
      .values(row)
      .onConflict((c) => c.columns(['topic', 'partition']).doUpdateSet(row))
      .execute()
    await database.announce(PROJECTED, [positionKey(row)])
  }
  return { database, fold }
}
const at = (topic: string, partition: number, offset: bigint) => ({ topic, partition, offset })

test('who waits for positions is told when the last of them is folded, and not before', async () => {
  const { database, fold } = await openStore()
  let told: boolean | undefined
  const waiting = waitProjected(database, [at('a', 0, 1n), at('b', 3, 0n)], 60_000).then((folded) => (told = folded))
  await fold('a', 0, 2)
  await fold('b', 2, 9)
  expect(told).toBeUndefined()
  await fold('b', 3, 1)
  await waiting
  expect(told).toBe(true)
  expect(await waitProjected(database, [at('a', 0, 2n)], 20)).toBe(false)
  expect(await waitProjected(database, [], 20)).toBe(true)
})

test('many who wait at the same time ask in one statement', async () => {
  const { database, fold } = await openStore()
  await fold('a', 0, 100)
  const asked = vi.spyOn(database, 'tables')
  const waiting = Array.from({ length: 50 }, (_, n) => waitProjected(database, [at('a', 0, BigInt(n))], 60_000))
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([true]))
  // The first one by itself, the others together.
  expect(asked).toHaveBeenCalledTimes(2)
})
