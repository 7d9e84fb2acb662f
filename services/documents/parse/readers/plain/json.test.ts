import { describe, expect, it } from 'vitest'
import { jsonSuite } from '../../../../../tests/support/hostile-texts.ts'
import { brief, readBytes } from '../../testing/read-bytes.ts'

describe('JSON', () => {
  it('makes a line of each value', async () => {
    const { blocks } = await readBytes('json', '{"mill":{"name":"Upper","wheels":[1,2],"open":true,"owner":null},"note":"two\\nlines"}')
    expect(brief(blocks)).toEqual([
      ['paragraph', 'mill.name: Upper\nmill.wheels: 1, 2\nmill.open: true\nmill.owner: null\nnote: two\nlines'],
    ])
  })

  it('makes a block of each record', async () => {
    const { blocks } = await readBytes('json', '[{"a":1,"b":[{"c":2}]},{"a":3}]')
    expect(brief(blocks)).toEqual([
      ['paragraph', 'a: 1\nb[1].c: 2'],
      ['paragraph', 'a: 3'],
    ])
  })

  it('takes names of prototypes as names', async () => {
    const { text } = await readBytes('json', '{"__proto__":{"admin":1},"constructor":{"prototype":{"x":2}}}')
    expect(text).toBe('__proto__.admin: 1\nconstructor.prototype.x: 2')
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false)
  })

  it('keeps every digit of long numbers', async () => {
    const { text } = await readBytes('json', '{"id":12345678901234567890,"far":1e400,"near":[9007199254740993,1.5]}')
    expect(text).toBe('id: 12345678901234567890\nfar: 1e400\nnear: 9007199254740993, 1.5')
  })

  it('reads a record on each line', async () => {
    const { blocks } = await readBytes('json', '{"a":1}\r\n\n{"a":[2,3]}\n')
    expect(blocks.map((b) => b.text)).toEqual(['a: 1', 'a: 2, 3'])
    await expect(readBytes('json', '1\n2\n')).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('leaves nothing out of what nests', async () => {
    const deep = `${'{"a":'.repeat(40)}"the grain"${'}'.repeat(40)}`
    expect((await readBytes('json', deep)).text).toContain('the grain')
  })

  it('bounds nesting', async () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    expect((await readBytes('json', deep)).text.length).toBeLessThan(200)
  })

  it('refuses what is no JSON, and tells where', async () => {
    await expect(readBytes('json', '{"a": 1,}')).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(/not valid JSON.*position/),
    })
  })

  it('takes what is JSON and refuses what is none', async () => {
    const wrong: string[] = []
    for (const { name, bytes } of jsonSuite()) {
      const error = await readBytes('json', bytes).then(
        () => undefined,
        (e: { code?: string }) => e.code ?? 'thrown',
      )
      // Valid documents without any text are told as empty; damaged ones as corrupt.
      const right = name.startsWith('y_')
        ? [undefined, 'empty']
        : name.startsWith('n_')
          ? ['corrupt', 'empty']
          : [undefined, 'empty', 'corrupt']
      if (!right.includes(error)) wrong.push(`${name} ${bytes.subarray(0, 40)}: ${error}`)
    }
    expect(wrong).toEqual([])
  })
})
