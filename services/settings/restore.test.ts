import { pino } from 'pino'
import { expect, test } from 'vitest'
import { recordOf } from '../../kernel/broker/record-of.ts'
import { settingsChanged } from '../../schemas/settings.ts'
import { embeddedStack } from '../../tests/support/embedded-stack.ts'
import { restoreSettings } from './restore.ts'
import { settings } from './service.ts'
import { readHistory } from './store.ts'

test('records that another program put on the topic stand in nobody’s way: the settings of the log hold again', async () => {
  const { ports, dispose } = await embeddedStack([settings])
  try {
    const at = '2026-01-15T09:00:00.000Z'
    const change = settingsChanged.make({ version: 1, changes: [{ key: 'retrieval.mode', from: null, to: 'text' }], actor: 'ada', at })
    const told = recordOf(change, { source: 'settings', cause: { requestId: 'r' }, now: Date.parse(at) })
    const foreign = { topic: settingsChanged.name, key: '', value: Buffer.from([0, 255]), headers: {} }
    await ports.broker.publish([foreign, told, { ...told, value: Buffer.from('{"version":0}') }])
    await restoreSettings(ports, pino({ level: 'silent' }))
    expect((await readHistory(ports.database, { skip: 0, top: 10 })).items.map(({ version, actor }) => ({ version, actor }))).toEqual([
      { version: 1, actor: 'ada' },
    ])
  } finally {
    await dispose()
  }
})
