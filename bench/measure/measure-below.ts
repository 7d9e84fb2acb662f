import { useBelow } from './process-tree.ts'

const SAMPLE_MS = 100

/**
 * Does the work and tells what the processes below this one used meanwhile, without those below `except`: seconds by the clock, processor
 * seconds of processes that are still there or ended in between, and the most bytes of all together, resident (what they
 * share counts for each) and proportional (it counts once).
 */
export async function measureBelow<T>(except: readonly number[], work: () => Promise<T>) {
  const before = useBelow(process.pid, except)
  let [peakBytes, peakProportionalBytes] = [before.residentBytes, before.proportionalBytes()]
  const note = ({ residentBytes, proportionalBytes }: ReturnType<typeof useBelow>) => {
    if (residentBytes <= peakBytes) return
    peakBytes = residentBytes
    peakProportionalBytes = Math.max(peakProportionalBytes, proportionalBytes())
  }
  const sampling = setInterval(() => note(useBelow(process.pid, except)), SAMPLE_MS)
  const started = performance.now()
  try {
    const result = await work()
    const seconds = (performance.now() - started) / 1000
    const after = useBelow(process.pid, except)
    note(after)
    return { result, seconds, cpuSeconds: after.cpuSeconds - before.cpuSeconds, peakBytes, peakProportionalBytes }
  } finally {
    clearInterval(sampling)
  }
}
