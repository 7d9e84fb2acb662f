// What keeping one tick object saves after a full garbage collection: the time of process.nextTick with and without it, by turns in
// processes of their own. npm run bench bench/tick-shape.ts [-- --rounds 7 --json]
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { keepTickShape } from '../kernel/tick-shape.ts'
import { median } from './quantile.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, json: { type: 'boolean', default: false }, child: { type: 'string' } },
})
const TICKS = 500_000
const BATCH = 5_000
/** As a server has them in its first minutes: the code that was compiled before the first still knows the class. */
const COLLECTIONS = 8

async function run(ticks: number): Promise<void> {
  for (let done = 0; done < ticks; done += BATCH)
    await new Promise<void>((resolve) => {
      let left = BATCH
      for (let i = 0; i < BATCH; i++) process.nextTick(() => --left === 0 && resolve())
    })
}

/** Nanoseconds of one tick after full collections. */
async function measure(): Promise<number> {
  for (let collection = 0; collection < COLLECTIONS; collection++) {
    await run(TICKS / 10)
    await new Promise((resolve) => setTimeout(resolve, 20))
    globalThis.gc?.()
  }
  await run(TICKS)
  const started = performance.now()
  await run(TICKS)
  return ((performance.now() - started) / TICKS) * 1e6
}

const child = (mode: string): number => {
  const options = ['--expose-gc', '--disable-warning=ExperimentalWarning', fileURLToPath(import.meta.url), '--child', mode]
  return Number(execFileSync(process.execPath, options, { encoding: 'utf8' }))
}

if (values.child !== undefined) {
  if (values.child === 'kept' && !keepTickShape()) throw new Error('Node showed no tick object')
  console.log(await measure())
} else {
  const rounds = Array.from({ length: Number(values.rounds) }, () => ({ kept: child('kept'), lost: child('lost') }))
  const kept = median(rounds.map((round) => round.kept))
  const lost = median(rounds.map((round) => round.lost))
  const ratio = median(rounds.map((round) => round.lost / round.kept))
  if (values.json) console.log(JSON.stringify({ kept, lost, ratio }))
  else console.log(`nextTick after full collections: ${lost.toFixed(0)} ns, with one kept ${kept.toFixed(0)} ns (${ratio.toFixed(2)} ×)`)
}
