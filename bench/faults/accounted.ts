import { pino } from 'pino'
import { z } from 'zod'
import { openBroker } from '../../kernel/broker/open-broker.ts'
import { parseEnv } from '../../kernel/runtime/env.ts'
import { services } from '../../services/catalog.ts'

/** Records that are finished, by consumer and topic. */
export type Counted = ReadonlyMap<string, number>

const counter = () => {
  const sums = new Map<string, number>()
  return { sums, add: (key: string, n: number) => void sums.set(key, (sums.get(key) ?? 0) + n) }
}

/** Sum of a consumer's records that are finished, by the process's own count. */
export async function countedByMetrics(url: string): Promise<Counted> {
  const { sums, add } = counter()
  const metrics = await (await fetch(`${url}/metrics`)).text()
  for (const [, consumer = '', topic = '', n] of metrics.matchAll(
    /^millrace_records_handled_total\{consumer="([^"]+)",topic="([^"]+)",outcome="[^"]+"\} (\d+)$/gm,
  ))
    add(`${consumer} ${topic}`, Number(n))
  return sums
}

const finishedSchema = z.object({
  consumer: z.string(),
  topic: z.string(),
  partition: z.number(),
  offset: z.string(),
  outcome: z.enum(['handled', 'skipped', 'dead-lettered']),
})
export type Outcomes = Record<z.output<typeof finishedSchema>['outcome'] | 'again', number>

/**
 * The same of processes that died, by what all of them wrote at the level DEBUG: each record once, by how it ended first; `again` are those
 * that came again because a process died before it had committed them.
 */
export function countedByOutput(output: string): { sums: Counted; outcomes: Outcomes } {
  const { sums, add } = counter()
  const seen = new Set<string>()
  const outcomes: Outcomes = { handled: 0, skipped: 0, 'dead-lettered': 0, again: 0 }
  for (const line of output.split('\n')) {
    if (!line.includes('"record finished"')) continue
    const { consumer, topic, partition, offset, outcome } = finishedSchema.parse(JSON.parse(line))
    const record = `${consumer} ${topic} ${partition} ${offset}`
    outcomes[seen.has(record) ? 'again' : outcome]++
    if (seen.has(record)) continue
    seen.add(record)
    add(`${consumer} ${topic}`, 1)
  }
  return { sums, outcomes }
}

/** Consumers and topics of which another number of records was read than were handled, skipped or given up. */
export async function unaccounted(env: Record<string, string>, sums: Counted): Promise<{ checked: number; differ: string[] }> {
  const broker = await openBroker(parseEnv(env), 'bench', pino({ level: 'silent' }))
  const differ: string[] = []
  let checked = 0
  try {
    for (const { name, on } of services.flatMap((service) => service.consumers ?? []))
      for (const topic of new Set(on.map((event) => event.name))) {
        const read = [...(await broker.committed(name, topic)).values()].reduce((sum, offset) => sum + offset, 0n)
        const sum = sums.get(`${name} ${topic}`) ?? 0
        checked++
        if (read !== BigInt(sum)) differ.push(`${name} read ${read} of ${topic} and counts ${sum}`)
      }
  } finally {
    await broker.close()
  }
  return { checked, differ }
}
