import { expect, test } from 'vitest'
import { first } from '../../consume/dispatch/answers-first.ts'
import { testApp } from './app.fixture.ts'

test('a request that brings in work waits while others wait for their answer and its places are taken', async () => {
  const { app } = await testApp()
  const told: string[] = []
  const answer = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  app.get('/answer', { config: { access: 'open' } }, async () => {
    asked.resolve()
    await answer.promise
    return { ok: true }
  })
  app.post('/work', { config: { access: 'open', later: true } }, async () => {
    told.push('work')
    return { ok: true }
  })
  const answered = app.inject('/answer').then(() => told.push('answer'))
  await asked.promise
  // What is answered in the same turn is nobody's wait.
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
  // Those that are held take themselves back after a while; it is let in then, or when the answer is there.
  first.enter()
  first.enter()
  const worked = app.inject({ method: 'POST', url: '/work' })
  await new Promise(setImmediate)
  expect(told).toEqual([])
  answer.resolve()
  await Promise.all([answered, worked])
  expect([...told].sort()).toEqual(['answer', 'work'])
  await app.close()
})
