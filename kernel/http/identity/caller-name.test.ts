import { expect, test } from 'vitest'
import { callerName, ownerOf } from './caller-name.ts'

const ownerName = (caller: Parameters<typeof callerName>[0]) => ownerOf(callerName(caller))

test('a caller is its key and its subject together; its own is the subject’s alone', () => {
  expect([callerName({}), ownerName({})]).toEqual([undefined, 'everyone'])
  expect([callerName({ keyName: 'a' }), ownerName({ keyName: 'a' })]).toEqual(['key:a', 'key:a'])
  expect([callerName({ subject: 'x' }), ownerName({ subject: 'x' })]).toEqual(['sub:x', 'sub:x'])
  expect([callerName({ keyName: 'a', subject: 'x' }), ownerName({ keyName: 'a', subject: 'x' })]).toEqual(['key:a sub:x', 'sub:x'])
})

test('a subject of any length and any characters gives a short name that no other one has', () => {
  const names = ['x'.repeat(129), 'x'.repeat(130), 'a b', 'a\u0000b', '', 'ü'].map((subject) => ownerName({ subject }))
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^sub:sha256-[0-9a-f]{64}$/)
  const [hashed = ''] = names
  expect(ownerName({ subject: hashed.slice(4) })).not.toBe(hashed)
})
