import type { Broker } from '../../kernel/broker/broker.ts'
import { isOf, tryDecode } from '../../kernel/broker/codec.ts'
import { settingsVersion } from '../../kernel/config/live-config.ts'
import type { Ports } from '../../kernel/ports.ts'
import type { Logger } from '../../kernel/runtime/log.ts'
import { settingsChanged } from '../../schemas/settings.ts'
import { type HistoryEntry, restoreHistory } from './store.ts'

/** The changes on the log, each once, in the order in which they were made. */
async function readChanges(broker: Broker): Promise<HistoryEntry[]> {
  const changes = new Map<number, HistoryEntry>()
  for (const { partition } of await broker.partitions(settingsChanged.name))
    for await (const record of broker.read({ topic: settingsChanged.name, partition, from: 'beginning' })) {
      const event = tryDecode(record)
      if (event && isOf(settingsChanged, event)) changes.set(event.payload.version, event.payload)
    }
  return [...changes.values()].sort((a, b) => a.version - b.version)
}

/** Settings that are on the log and not in the database, which is a new one, hold again, with their history. */
export async function restoreSettings({ broker, database }: Pick<Ports, 'broker' | 'database'>, log: Logger): Promise<void> {
  if ((await settingsVersion(database)) > 0) return
  const bounds = await broker.partitions(settingsChanged.name)
  if (bounds.every(({ earliest, latest }) => latest <= earliest)) return
  const version = await restoreHistory(database, await readChanges(broker))
  if (version > 0) log.warn({ version }, 'the settings of the log hold again')
}
