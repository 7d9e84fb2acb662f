/** Processor time that one turn of the event loop may spend here, however short the turn was. */
const BUDGET_MS = 8
const MOST_AT_ONCE = 64

/**
 * Spreads work that takes milliseconds (citations) and falls due for many chats at once over turns of the event loop, so that it does
 * not hold up the tokens of the others: in each turn callers are let through, one after the other, until the time is used up. A turn
 * that was long by itself lets more of them through, so that nobody waits for ever where the machine is busy.
 */
export function turnstile(): () => Promise<void> {
  const waiting: (() => void)[] = []
  let next = 0
  let open = false
  let before = cpuMs()
  const letThrough = () => {
    const started = cpuMs()
    const budget = Math.max(BUDGET_MS, (started - before) / 2)
    before = started
    // between two of them the work of the first is done: it runs in the microtasks that follow
    for (let i = 0; i < Math.min(MOST_AT_ONCE, waiting.length - next); i++)
      setImmediate(() => {
        if (i === 0 || cpuMs() - started < budget) waiting[next++]?.()
      })
    setImmediate(() => {
      if (next < waiting.length) setImmediate(letThrough)
      else {
        waiting.length = 0
        next = 0
        open = false
      }
    })
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (open) return
      open = true
      before = cpuMs()
      setImmediate(letThrough)
    })
}

/** Of this thread: the time of a process that waits for a processor is not its own. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
