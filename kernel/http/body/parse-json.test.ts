import { describe, expect, it } from 'vitest'
import { ApiError } from '../../runtime/errors.ts'
import { parseJson } from './parse-json.ts'

const nested = (levels: number, inner = '1'): string => `${'[{"a":'.repeat(levels / 2)}${inner}${'}]'.repeat(levels / 2)}`

function refusal(text: string): ApiError {
  try {
    parseJson(text, { name: 'it' })
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  throw new Error('it was not refused')
}

describe('JSON that a client sent', () => {
  it('may have 100 levels and not one more', () => {
    expect(JSON.stringify(parseJson(nested(100)))).toBe(nested(100))
    expect(refusal(nested(100, '[]')).message).toBe('it is nested deeper than 100 levels at position 300 (line 1, column 301)')
    expect(refusal(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`).details).toEqual({
      field: 'a',
      limit: 100,
      position: 500,
      line: 1,
      column: 501,
    })
  })

  it('counts neither brackets within texts nor levels beside each other', () => {
    const texts = ['['.repeat(1000), '\\"['.repeat(1000), `\\\\`, `"${'{'.repeat(1000)}`]
    expect(parseJson(JSON.stringify({ texts }))).toEqual({ texts })
    const many = Array.from({ length: 1000 }, () => [{}])
    expect(parseJson(JSON.stringify(many))).toEqual(many)
  })

  it('may have 1,000 keys in one object and 10,000 in all, and the refusal names the field', () => {
    const object = (keys: number) => Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, i]))
    const many = (of: number) => ({ a: 'x:y:z', template_variables: Array.from({ length: of }, () => object(999)) })
    expect(parseJson(JSON.stringify({ vars: object(1000) }))).toEqual({ vars: object(1000) })
    expect(refusal(JSON.stringify({ a: 1, 'va"rs': { deep: object(1001) } }))).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/^va"rs has an object of more than 1000 keys at position \d+ /),
      details: { field: 'va"rs', limit: 1000 },
    })
    expect(refusal(JSON.stringify(object(1001))).message).toMatch(/^it has an object of more than 1000 keys/)
    expect(parseJson(JSON.stringify(many(10)))).toEqual(many(10))
    expect(refusal(JSON.stringify(many(11)))).toMatchObject({
      message: expect.stringMatching(/^template_variables brings the keys of all objects over 10000/),
      details: { field: 'template_variables', limit: 10_000 },
    })
    expect(parseJson(JSON.stringify(many(11)), { maxKeys: 20_000 })).toEqual(many(11))
  })

  it('holds no endless list of empty lists', () => {
    expect(parseJson(`[${'[],'.repeat(9_998)}{}]`)).toHaveLength(9_999)
    expect(refusal(`[${'[],'.repeat(9_999)}{}]`).message).toMatch(/^it brings all objects and lists over 10000/)
  })

  it('what it is over is found in a moment, whatever its quotes', () => {
    const texts = [
      JSON.stringify({ a: Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => [`k${i}`, i])) }),
      JSON.stringify({ a: '"'.repeat(500_000) }),
      JSON.stringify({ a: '\\'.repeat(500_000) }),
      `{"a":"${'\\'.repeat(999_999)}`,
    ]
    for (const text of texts) {
      const started = performance.now()
      try {
        parseJson(text)
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError)
      }
      expect(performance.now() - started).toBeLessThan(250)
    }
  })

  it('is nothing when it is empty', () => {
    expect(parseJson('')).toBeUndefined()
  })

  it('says where it is no JSON', () => {
    expect(refusal('{\n"a" 1}').message).toBe('it is not JSON: fault at position 6 (line 2, column 5)')
    expect(refusal('"[[[').message).toMatch(/^it is not JSON/)
    expect(refusal('{"__proto__":{}}').message).toMatch(/^it has a forbidden key/)
  })

  it('where a long text is none is not looked for, which would take seconds from everybody', () => {
    const long = '1,'.repeat(600_000)
    expect(refusal(`[${long}x]`)).toMatchObject({ message: 'it is not JSON', details: {} })
    expect(refusal(`[${long}{"__proto__":{}}]`).message).toMatch(/^it has a forbidden key/)
  })
})
