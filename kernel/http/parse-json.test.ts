import { describe, expect, it } from 'vitest'
import { ApiError } from '../errors.ts'
import { parseJson } from './parse-json.ts'

const nested = (levels: number, inner = '1'): string => `${'[{"a":'.repeat(levels / 2)}${inner}${'}]'.repeat(levels / 2)}`

function refusal(text: string): ApiError {
  try {
    parseJson(text, 'it')
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  throw new Error('it was not refused')
}

describe('JSON that a client sent', () => {
  it('may have 100 levels and not one more', () => {
    expect(JSON.stringify(parseJson(nested(100)))).toBe(nested(100))
    expect(refusal(nested(100, '[]')).message).toBe('it is nested deeper than 100 levels at position 300 (line 1, column 301)')
    expect(refusal(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`).details).toEqual({ position: 500, line: 1, column: 501 })
  })

  it('counts neither brackets within texts nor levels beside each other', () => {
    const texts = ['['.repeat(1000), '\\"['.repeat(1000), `\\\\`, `"${'{'.repeat(1000)}`]
    expect(parseJson(JSON.stringify({ texts }))).toEqual({ texts })
    const many = Array.from({ length: 1000 }, () => [{}])
    expect(parseJson(JSON.stringify(many))).toEqual(many)
  })

  it('is nothing when it is empty', () => {
    expect(parseJson('')).toBeUndefined()
  })

  it('says where it is no JSON', () => {
    expect(refusal('{\n"a" 1}').message).toBe('it is not JSON: fault at position 6 (line 2, column 5)')
    expect(refusal('"[[[').message).toMatch(/^it is not JSON/)
    expect(refusal('{"__proto__":{}}').message).toMatch(/^it has a forbidden key/)
  })
})
