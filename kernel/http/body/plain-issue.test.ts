import { expect, it } from 'vitest'
import { z } from 'zod'
import { plainIssue } from './plain-issue.ts'

const told = (schema: z.ZodType, value: unknown) => plainIssue(schema.safeParse(value).error?.issues[0]?.message ?? '')

it('says in plain words that a value is missing or of the wrong kind', () => {
  expect(told(z.string(), undefined)).toBe('is missing; give text')
  expect(told(z.number(), 'x')).toBe('has to be a number, not text')
  expect(told(z.int(), 1.5)).toBe('has to be a whole number, not a number')
  expect(told(z.object({}), [])).toBe('has to be an object, not a list')
  expect(told(z.array(z.string()), {})).toBe('has to be a list, not an object')
  expect(told(z.string().min(3, 'is too short'), 'x')).toBe('is too short')
})
