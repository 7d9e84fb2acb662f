import { useBelow } from './process-tree.ts'

const SAMPLE_MS = 100

/**
 * Does the work and tells what the processes below this one used meanwhile, without those below `except`: seconds by the clock, processor
 * seconds of processes that are still there or ended in between, and the most resident bytes of all together.
 */
export async function measureBelow<T>(except: readonly number[], work: () => Promise<T>) {
  const before = useBelow(process.pid, except)
  let peak = before.residentBytes
  const sampling = setInterval(() => (peak = Math.max(peak, useBelow(process.pid, except).residentBytes)), SAMPLE_MS)
  const started = performance.now()
  try {
    const result = await work()
    const seconds = (performance.now() - started) / 1000
    const after = useBelow(process.pid, except)
    return { result, seconds, cpuSeconds: after.cpuSeconds - before.cpuSeconds, peakBytes: Math.max(peak, after.residentBytes) }
  } finally {
    clearInterval(sampling)
  }
}
