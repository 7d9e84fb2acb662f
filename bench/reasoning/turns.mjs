// Loaded into a server by `--import`: writes into the file TURNS what its event loop was held for, in milliseconds. Plain JavaScript,
// because it is loaded before everything else.
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const EVERY_MS = 2
const TELL_EVERY_MS = 200

const file = process.env.TURNS
if (file && isMainThread && process.argv[1]?.endsWith('services/main.ts')) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  let before = process.threadCpuUsage()
  // Processor time between two timers: no shorter than the longest turn in between, and the same however many others want the processor.
  const turns = []
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    turns.push((user + system) / 1000)
  }, EVERY_MS).unref()
  setInterval(() => {
    const longest = turns.sort((a, b) => b - a).slice(0, 10)
    const told = {
      longest,
      p99: turns[Math.floor(turns.length / 100)] ?? 0,
      delayP99: delay.percentile(99) / 1e6,
      delayMost: delay.max / 1e6,
    }
    writeFileSync(`${file}.part`, JSON.stringify(told))
    renameSync(`${file}.part`, file)
  }, TELL_EVERY_MS).unref()
}
