import { expect, it } from 'vitest'
import { z } from 'zod'
import { nearestFault, plainIssue, plainIssueWithin } from './plain-issue.ts'

const told = (schema: z.ZodType, value: unknown) => plainIssue(schema.safeParse(value).error?.issues[0]?.message ?? '')

it('says in plain words that a value is missing or of the wrong kind', () => {
  expect(told(z.string(), undefined)).toBe('is missing; give text')
  expect(told(z.number(), 'x')).toBe('has to be a number, not text')
  expect(told(z.int(), 1.5)).toBe('has to be a whole number')
  expect(told(z.coerce.number(), 'x')).toBe('has to be a number')
  expect(told(z.union([z.string(), z.number()]), {})).toBe('is nothing that is taken here')
  expect(told(z.object({}), [])).toBe('has to be an object, not a list')
  expect(told(z.array(z.string()), {})).toBe('has to be a list, not an object')
  expect(told(z.string().min(3, 'is too short'), 'x')).toBe('is too short')
})

it('says bounds, choices and forms with what would do', () => {
  expect(told(z.string().min(1), '')).toBe('has to have at least 1 character')
  expect(told(z.array(z.string()).max(2), ['', '', ''])).toBe('has to have at most 2 items')
  expect(told(z.number().min(0), -1)).toBe('has to be at least 0')
  expect(told(z.number().positive(), 0)).toBe('has to be more than 0')
  expect(told(z.enum(['low', 'high']), 'max')).toBe('has to be one of "low", "high"')
  expect(told(z.literal('a'), 'b')).toBe('has to be "a"')
  expect(told(z.iso.date(), '2026-02-30')).toBe('is no date; give one like 2026-02-28')
  expect(told(z.iso.datetime(), 'noon')).toMatch(/^is no time; give one like /)
  expect(told(z.uuid(), 'x')).toMatch(/^is no UUID/)
  expect(told(z.url(), 'x')).toMatch(/^is no address/)
})

it('tells the name that was meant for one that is missing', () => {
  const missing = (given: unknown, ...path: PropertyKey[]) =>
    plainIssueWithin('Invalid input: expected string, received undefined', path, given)
  expect(missing({ quesiton: 'x' }, 'question')).toBe('is missing; give text (quesiton is there; did you mean question?)')
  expect(missing({ posts: [{ txt: 'x' }] }, 'posts', 0, 'text')).toContain('did you mean text?')
  expect([missing({ zzz: 1 }, 'question'), missing(undefined, 'question'), missing({}, 'a', 'b')]).toEqual(
    Array(3).fill('is missing; give text'),
  )
  expect(plainIssueWithin('Invalid input', ['content'], { role: 'user' })).toBe('is missing')
  expect(plainIssueWithin('Invalid input', ['content'], { content: 5 })).toBe('is nothing that is taken here')
  expect(plainIssueWithin('is too short', ['question'], { quesiton: 1 })).toBe('is too short')
})

it('tells of a value of several forms what is wrong with the one that it comes closest to', () => {
  const model = z.union([z.string().min(1), z.looseObject({ temperature: z.number().max(2).optional() })])
  const filters = z.record(z.string(), z.union([z.string(), z.array(z.union([z.string(), z.number()])).min(1)]))
  const told = (schema: z.ZodType, value: unknown) => {
    const { path, message } = nearestFault(schema.safeParse(value).error!.issues[0]!)
    return [path.join('.'), plainIssue(message)]
  }
  expect(told(z.object({ llm: model }), { llm: [] })).toEqual(['llm', 'has to be text or an object, not a list'])
  expect(told(z.object({ llm: model }), {})).toEqual(['llm', 'is missing; give text or an object'])
  expect(told(model, { temperature: 'x' })).toEqual(['temperature', 'has to be a number, not text'])
  expect(told(model, '')).toEqual(['', 'has to have at least 1 character'])
  expect(told(filters, { tags: [['x']] })).toEqual(['tags.0', 'has to be text or a number, not a list'])
  expect(told(filters, { tags: {} })).toEqual(['tags', 'has to be text or a list, not an object'])
  expect(told(z.string(), 7)).toEqual(['', 'has to be text, not a number'])
})
