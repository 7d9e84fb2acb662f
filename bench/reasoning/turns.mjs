// Loaded into a server by `--import`: writes into the file TURNS what its event loop was held for, in milliseconds. Plain JavaScript,
// because it is loaded before everything else.
import { renameSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const EVERY_MS = 2
const TELL_EVERY_MS = 200
/** Shorter turns are nobody's trouble. */
const WORTH_MS = 5

const file = process.env.TURNS
if (file && isMainThread && process.argv[1]?.endsWith('services/main.ts')) {
  let before = process.threadCpuUsage()
  // Processor time between two timers: no shorter than the longest turn in between, and the same however many others want the processor.
  const turns = []
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    const ms = (user + system) / 1000
    if (ms > WORTH_MS) turns.push({ at: Date.now(), ms })
  }, EVERY_MS).unref()
  setInterval(() => {
    writeFileSync(`${file}.part`, JSON.stringify(turns))
    renameSync(`${file}.part`, file)
  }, TELL_EVERY_MS).unref()
}
