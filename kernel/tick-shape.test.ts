import { executionAsyncResource } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { keepTickShape } from './tick-shape.ts'

it('is an object of the class that nextTick queues', async () => {
  const tick = keepTickShape()
  const queued = await new Promise<object>((resolve) => process.nextTick(() => resolve(executionAsyncResource())))
  expect(tick).toBeDefined()
  expect(tick).not.toBe(queued)
  expect(Reflect.ownKeys(tick ?? {})).toEqual(Reflect.ownKeys(queued))
})
