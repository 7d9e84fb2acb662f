import { pino } from 'pino'
import { z } from 'zod'
import { openBroker } from '../../kernel/broker/open-broker.ts'
import { parseEnv } from '../../kernel/runtime/env.ts'

const PUBLIC = ['document.processed', 'document.removed', 'run.ended']

/** A document may be told of once for each of its uploads. */
const subjectSchema = z.looseObject({ upload_id: z.string().optional() })

/** Of an installation whose processes are at rest: of how many uploads and runs an end was told under more than one id. */
export async function toldTwice(env: Record<string, string>): Promise<number> {
  const broker = await openBroker(parseEnv(env), 'bench', pino({ level: 'silent' }))
  const ends = new Map<string, Set<string>>()
  try {
    for (const topic of PUBLIC)
      for (const { partition } of await broker.partitions(topic))
        for await (const { key, headers, value } of broker.read({ topic, partition, from: 'beginning' })) {
          const { upload_id = key } = subjectSchema.parse(JSON.parse(Buffer.from(value).toString()))
          const subject = `${topic}/${upload_id}`
          ends.set(subject, (ends.get(subject) ?? new Set()).add(headers.ce_id ?? ''))
        }
  } finally {
    await broker.close()
  }
  const twice = [...ends].filter(([, { size }]) => size > 1)
  for (const [key, ids] of twice) console.error(`told ${ids.size} times: ${key} as ${[...ids].join(', ')}`)
  return twice.length
}
