import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { numbered, readAll, startReader, textOf, waitFor } from './contract/contract-fixture.ts'
import { openEmbeddedBroker } from './embedded/embedded.ts'
import { prefixedBroker } from './prefixed.ts'

test('two installations on one log keep their topics and groups to themselves', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-prefix-'))
  const log = await openEmbeddedBroker({ dir, log: pino({ level: 'silent' }) })
  onTestFinished(async () => {
    await log.close()
    rmSync(dir, { recursive: true })
  })
  const installations = [prefixedBroker(log, 'one.'), prefixedBroker(log, 'two.')] as const
  for (const broker of installations)
    await broker.ensureTopics([{ name: 'document.received', partitions: 2, cleanup: 'delete', retention_ms: -1 }])
  const [one, two] = installations
  expect((await one.publish(numbered('document.received', 3)))[0]?.topic).toBe('document.received')
  await two.publish(numbered('document.received', 1, 10))

  const reader = await startReader(one, { topics: ['document.received'], group: 'parse' })
  await waitFor(() => expect(reader.values().toSorted()).toEqual(['0', '1', '2']))
  expect(reader.records[0]?.topic).toBe('document.received')
  expect((await readAll(two, 'document.received')).map(textOf)).toEqual(['10'])
  expect((await two.committed('parse', 'document.received')).size).toBe(0)
  await two.reset('parse', 'document.received', new Map([[0, 0n]]))
  await expect(one.reset('parse', 'document.received', new Map([[0, 0n]]))).rejects.toThrow('is running')
})
