import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createWorkFolder } from './work-folder.ts'

it('removes the folders of dead processes, and no others', () => {
  const dead = join(tmpdir(), `millrace-parse-${spawnSync(process.execPath, ['-e', '']).pid}-x`)
  mkdirSync(dead)
  const mine = createWorkFolder()
  const second = createWorkFolder()
  expect([dead, mine, second].map((f) => existsSync(f))).toEqual([false, true, true])
  for (const folder of [mine, second]) rmSync(folder, { recursive: true })
})
