import { expect, test } from 'vitest'
import { experimentSchema } from './models-config.ts'
import { pickVariant } from './pick-variant.ts'

const experiments = {
  tone: experimentSchema.parse({ variants: { b: { weight: 3, model: 'text' }, a: { weight: 1 }, off: { weight: 0 } } }),
  talk: experimentSchema.parse({ sticky: 'conversation', variants: { a: {}, b: {} } }),
}
const pick = (experiment_name: string | undefined, user_id: string, session_id?: string) =>
  pickVariant({ experiments }, { experiment_name, user_id, session_id })
const users = Array.from({ length: 4000 }, (_, i) => `u${i}`)

test('one user always gets the same variant, and variants get users by their weight', () => {
  const names = users.map((user) => pick('tone', user).name)
  expect(names).toEqual(users.map((user) => pick('tone', user, 'another session').name))
  const share = names.filter((name) => name === 'b').length / users.length
  expect(share).toBeGreaterThan(0.72)
  expect(share).toBeLessThan(0.78)
  expect(names).not.toContain('off')
})

test('the order of the file plays no part', () => {
  const turned = { ...experiments.tone, variants: Object.fromEntries(Object.entries(experiments.tone.variants).reverse()) }
  for (const user of users.slice(0, 100))
    expect(pickVariant({ experiments: { tone: turned } }, { experiment_name: 'tone', user_id: user }).name).toBe(pick('tone', user).name)
})

test('by the conversation where the experiment says so', () => {
  const sessions = users.map((session) => pick('talk', 'one', session).name)
  expect(new Set(sessions)).toEqual(new Set(['a', 'b']))
  expect(pick('talk', 'two', 'u1')).toEqual(pick('talk', 'one', 'u1'))
})

test('what the variant changes comes with it', () => {
  const user = users.find((u) => pick('tone', u).name === 'b')!
  expect(pick('tone', user).entry).toMatchObject({ model: 'text', params: {} })
})

test('an experiment of the client, or none', () => {
  expect(pick(undefined, 'u')).toEqual({ name: 'control' })
  const names = users.map((user) => pick('constructor', user).name)
  expect(new Set(names)).toEqual(new Set(['control', 'treatment']))
  expect(pick('constructor', 'u')).not.toHaveProperty('entry')
})
