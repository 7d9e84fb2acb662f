import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { machineClock } from '../dependencies.ts'
import { answersWithin } from '../runtime/health.ts'
import { followSharedClock } from './shared-clock.ts'
import { openSqliteDatabase } from './sqlite.ts'

test('a machine whose clock is set wrong while it runs goes on by the database’s time, and is told of', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'clock-'))
  const database = await openSqliteDatabase({ dir })
  const lines: string[] = []
  let setMs = 0
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const clock = await followSharedClock(database, pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }), {
    now: () => Date.now() + setMs,
  })
  onTestFinished(async () => {
    clock.stop()
    vi.useRealTimers()
    await database.close()
    rmSync(dir, { recursive: true })
  })
  const near = () => Math.abs(clock.now() - Date.now()) < 5_000
  const health = () => {
    const [part] = machineClock(clock)
    return answersWithin(1000, part!.check).then(
      () => part!.detail?.(true),
      () => part!.detail?.(false),
    )
  }
  expect([near(), await health()]).toEqual([true, undefined])
  setMs = 86_400_000
  expect(near(), 'also before it looks').toBe(true)
  await vi.advanceTimersByTimeAsync(10_000)
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  expect(near()).toBe(true)
  expect(await health()).toMatch(/^the clock of this machine is 8640[01] s ahead of the database's: set both by NTP$/)
  setMs = -3_600_000
  expect(await health()).toMatch(/3[56]\d\d s behind/)
  setMs = 0
  expect(await health()).toBeUndefined()
})
