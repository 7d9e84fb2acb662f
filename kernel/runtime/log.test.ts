import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { labelled } from './log.ts'

test('a labelled log is made when it first writes, and once', () => {
  const lines: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) })
  const child = vi.spyOn(log, 'child')
  const own = labelled(() => log, { record: 'a' })
  expect(child).not.toHaveBeenCalled()
  own().info('one')
  own().info('two')
  expect(child).toHaveBeenCalledTimes(1)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { record: 'a', msg: 'one' },
    { record: 'a', msg: 'two' },
  ])
})
