import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { FRESH, LOWERED, standBelow } from './priority.ts'

it.runIf(existsSync('/proc/self/task'))('sets all threads of a process below this one, and minds none that is gone', async () => {
  const child = spawn(process.execPath, ['-e', "process.stdout.write('up'); setInterval(() => {}, 1e6)"])
  await once(child.stdout, 'data')
  const pid = child.pid ?? 0
  const levels = () => new Set(readdirSync(`/proc/${pid}/task`).map((thread) => getPriority(Number(thread)) - getPriority()))
  expect(levels()).toEqual(new Set([0]))
  standBelow(pid, FRESH)
  expect(levels()).toEqual(new Set([FRESH]))
  standBelow(pid, LOWERED)
  expect(levels()).toEqual(new Set([LOWERED]))
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(() => standBelow(pid, LOWERED)).not.toThrow()
})
