import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { serverFlags } from '../../scripts/setup.mjs'
import { type Figures, type Gate, none } from './gate.ts'

const EVENTS = 1_000_000
/** What memory may grow by between a tenth and the end. */
const MOST_MB = 50

const figuresSchema = z.record(z.string(), z.number())

/** In a process of its own, so that its memory is the log's. */
async function manyEvents({ scale }: { scale: number }): Promise<Figures> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-events-'))
  try {
    const child = fork(fileURLToPath(new URL('events-process.ts', import.meta.url)), [dir, String(Math.round(EVENTS * scale))], {
      execArgv: [...serverFlags],
    })
    const told = once(child, 'message').then(([message]) => figuresSchema.parse(message))
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the process ended with ${code}`)))
    return await Promise.race([told, ended])
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}

export const eventsGates: readonly Gate[] = [
  {
    ...{ name: 'million-events', fault: '1,000,000 events of 500 bytes through the embedded log, published and read by a group' },
    bar: `memory grows by at most ${MOST_MB} MB between a tenth and the end; each event is read once, in order`,
    held: (figures) =>
      none(figures, 'missing', 'out of order') &&
      Math.max(Number(figures['MB at 50 %']), Number(figures['MB at 100 %'])) <= Number(figures['MB at 10 %']) + MOST_MB,
    run: manyEvents,
  },
]
