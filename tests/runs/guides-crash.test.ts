import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findRun, showRun } from '../../kernel/runs/read-runs.ts'
import { newId } from '../../kernel/runtime/ids.ts'
import { seededRandom } from '../../scripts/seeded-random.ts'
import { type AnnexResult, annexEdit } from '../../services/safety/annex/run.ts'
import type { Guide } from '../../services/safety/guides/guide.ts'
import { guidesRun } from '../../services/safety/guides/guide-run.ts'
import { openRunPorts, starter } from './run-stack.ts'

const WORKER = fileURLToPath(new URL('guides-worker.ts', import.meta.url))
const JOBS = Number(process.env.GUIDES_CRASH_JOBS ?? 30)
const EDITS = Math.ceil(JOBS / 3)
const ANNEXES = 2
const DEATHS = Number(process.env.GUIDES_CRASH_DEATHS ?? 4)
/** Calls at the same time in one process: what a death may have paid for in vain; guides and edits have places of their own. */
const IN_FLIGHT = 16 + 16

function live(config: object): Promise<number | null> {
  const flags = ['--disable-warning=ExperimentalWarning', '--disable-warning=TimeoutNegativeWarning']
  const child = spawn(process.execPath, [...flags, WORKER, JSON.stringify(config)], { stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve) => child.on('exit', (code) => resolve(code)))
}

test('jobs of guides and edits whose process is killed time and again all end, none of them twice', { timeout: 600_000 }, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-guides-crash-'))
  const journal = join(dir, 'journal.txt')
  const jobs = Array.from({ length: JOBS }, newId)
  const edits = Array.from({ length: EDITS }, newId)
  const random = seededRandom(7)
  try {
    const lives = []
    for (let code: number | null = null; code !== 0; ) {
      const dieAt = lives.length < DEATHS ? { dieAt: 1 + Math.floor(random() * Math.max(1, JOBS / 4)) } : {}
      code = await live({ dir, jobs, edits, annexes: ANNEXES, callMs: 5, journal, ...dieAt })
      lives.push(code)
      if (code === 1) throw new Error(`life ${lives.length} did not see the end of the jobs`)
    }
    expect(lives.length).toBeGreaterThan(1)
    const ports = await openRunPorts(dir, [guidesRun.kind, annexEdit.kind])
    try {
      for (const id of jobs) {
        const state = (await findRun(ports, guidesRun.kind, id, starter.subject))!
        const { result } = (await showRun(ports, guidesRun, state)) as { result: { root: Guide[] } }
        const job = jobs.indexOf(id)
        expect(result.root.map(({ name }) => name)).toEqual(Array.from({ length: ANNEXES }, (_, i) => `${job}x${i}`))
        expect(result.root.every(({ untraced }) => untraced === 0)).toBe(true)
      }
      for (const [job, id] of edits.entries()) {
        const state = (await findRun(ports, annexEdit.kind, id, starter.subject))!
        const { result } = (await showRun(ports, annexEdit, state)) as { result: AnnexResult }
        expect(result.html).toBe(`<p>Run to gate ${job}.</p><p>Count everybody.</p>`)
      }
      const read = ({ partition }: { partition: number }) =>
        Array.fromAsync(ports.broker.read({ topic: 'run.ended', partition, from: 'beginning' }))
      const ended = (await Promise.all((await ports.broker.partitions('run.ended')).map(read))).flat()
      const endings = new Map(ended.map(({ key, headers }) => [headers.ce_id, key]))
      expect([...endings.values()].sort()).toEqual([...jobs, ...edits].sort())
    } finally {
      await Promise.all([ports.broker.close(), ports.database.close()])
    }
    const paid = readFileSync(journal, 'utf8').trim().split('\n')
    expect(new Set(paid).size).toBe(JOBS * ANNEXES + EDITS)
    expect(paid.length).toBeLessThanOrEqual(JOBS * ANNEXES + EDITS + (lives.length - 1) * IN_FLIGHT)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
