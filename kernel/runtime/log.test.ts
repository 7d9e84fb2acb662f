import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { createLogger, labelled, lazyChildren } from './log.ts'

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

test('a lazy child is made with its first line that is written, and is a log in all else', () => {
  const lines: string[] = []
  const log = createLogger('INFO', 'json', { write: (line) => void lines.push(line) })
  const labels = vi.fn(() => ({ requestId: 'a' }))
  const own = lazyChildren(log)(labels)
  own.debug('not written')
  expect([own.level, own.isLevelEnabled('debug'), labels.mock.calls.length]).toEqual(['info', false, 0])
  own.info({ n: 1 }, 'written %s', 'once')
  own.child({ part: 'b' }).warn('below')
  expect(labels).toHaveBeenCalledOnce()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'info', requestId: 'a', n: 1, msg: 'written once' },
    { level: 'warn', requestId: 'a', part: 'b', msg: 'below' },
  ])
})
