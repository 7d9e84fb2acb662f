import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { brokerContract } from '../contract/contract.ts'
import { startPublisher } from '../contract/contract-publisher.ts'
import { openEmbeddedBroker } from './embedded.ts'

const log = pino({ level: 'silent' })

brokerContract('embedded log', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-log-'))
  let broker = await openEmbeddedBroker({ dir, log })
  return {
    broker: () => broker,
    async reopen() {
      await broker.close()
      broker = await openEmbeddedBroker({ dir, log })
    },
    async publisher(topic) {
      await broker.close()
      const child = startPublisher('embedded', dir, topic)
      return {
        ...child,
        async kill() {
          await child.kill()
          broker = await openEmbeddedBroker({ dir, log })
        },
      }
    },
    async dispose() {
      await broker.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
})
