import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { createBoard, shorten } from './progress-board.ts'

function screen(isTTY: boolean) {
  const writes: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      writes.push(String(chunk))
      done()
    },
  })
  return { writes, out: Object.assign(stream, { isTTY, columns: 80, rows: 24 }) as unknown as NodeJS.WriteStream }
}

it('writes one plain line for each change of stage when piped', () => {
  const { writes, out } = screen(false)
  const board = createBoard(out)
  board.update({ name: 'a.pdf', stage: 'parsing', percent: 10, outcome: 'working' })
  board.update({ name: 'a.pdf', stage: 'parsing', percent: 20, outcome: 'working' })
  board.update({ name: 'a.pdf', stage: 'parsing', percent: 20, outcome: 'failed', note: 'It is damaged.' })
  board.close()
  expect(writes.join('')).toBe('a.pdf: parsing 10 %\na.pdf: failed at parsing 20 %\n  It is damaged.\n')
})

it('redraws the live rows of a terminal in place and leaves finished ones above', () => {
  const { writes, out } = screen(true)
  const board = createBoard(out)
  board.update({ name: 'a.pdf', stage: 'parsing', percent: 50, outcome: 'working' })
  board.update({ name: 'b.pdf', stage: 'stored', percent: 0, outcome: 'working' })
  board.update({ name: 'a.pdf', stage: 'indexed', percent: 100, outcome: 'done' })
  board.close()
  expect(writes[1]).toMatch(/^\x1b\[1A\x1b\[0J/)
  expect(
    stripVTControlCharacters(writes[1]!)
      .split('\n')
      .map((line) => line.trim().split(' ')[0]),
  ).toEqual(['a.pdf', 'b.pdf', ''])
  const finished = stripVTControlCharacters(writes[2]!).split('\n')
  expect(finished[0]).toMatch(/^✓ a\.pdf +━{24} 100 % indexed$/)
  expect(finished[1]).toContain('b.pdf')
  expect(writes[3]).toBe('\x1b[1A\x1b[0J')
})

it('shortens names in the middle, so that the extension stays', () => {
  expect(shorten('short.txt', 12)).toBe('short.txt   ')
  expect(shorten('a-very-long-name-of-a-file.pdf', 13)).toBe('a-very…le.pdf')
})
