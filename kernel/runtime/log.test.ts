import { stripVTControlCharacters } from 'node:util'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
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

function logged(format: 'json' | 'text', write: (log: ReturnType<typeof createLogger>) => void): string {
  let out = ''
  write(createLogger('INFO', format, { write: (line) => void (out += line) }))
  return out
}

describe('the log', () => {
  test('is a line of JSON for machines', () => {
    const line = logged('json', (log) => log.info({ upload_id: 'u1' }, 'brought in'))
    expect(JSON.parse(line)).toMatchObject({ level: 'info', msg: 'brought in', upload_id: 'u1' })
  })

  test('is a line of words for people, with what else is known behind them', () => {
    const line = stripVTControlCharacters(
      logged('text', (log) => log.warn({ path: 'a b.txt', files: 3, more: { x: [1] } }, 'cannot be read')),
    )
    expect(line).toMatch(/^\d{2}:\d{2}:\d{2} WARN {2}cannot be read path=a b\.txt files=3 more=\{"x":\[1\]\}\n$/)
  })

  test('shows the stack of an error below its line', () => {
    const text = stripVTControlCharacters(logged('text', (log) => log.error({ err: new Error('broken') }, 'it failed')))
    expect(text).toMatch(/ERROR it failed\n {4}Error: broken\n {4,}at /)
  })

  test('writes no secret, and nothing that steers a terminal', () => {
    const req = { headers: { authorization: 'Bearer canary' } }
    const both = (['json', 'text'] as const).map((format) =>
      logged(format, (log) => log.info({ req, name: 'a\u001b[2Jb\nc\u202ed' }, 'x\u001b]0;y\u0007')),
    )
    for (const line of both) expect(line).not.toContain('canary')
    const words = both[1]?.replace(/\u001b\[\d+m/g, '') ?? ''
    expect(words).not.toMatch(/[\u001b\u0007\u202e]/)
    expect(words.trimEnd().split('\n')).toHaveLength(1)
  })
})
