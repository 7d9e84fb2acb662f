import { createHook } from 'node:async_hooks'

let kept: object | undefined

/**
 * Keeps one of the objects that `process.nextTick` queues, and with it their hidden class. A full garbage collection while none is
 * queued lets go of it otherwise, and from then on V8 builds each of them through its runtime: five times as slow, and several for
 * each HTTP request (bench/tick-shape.ts). Gives the object; undefined where Node shows none.
 */
export function keepTickShape(): object | undefined {
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') kept ??= resource
    },
  }).enable()
  process.nextTick(() => {})
  hook.disable()
  return kept
}
