import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderPrompts, type PromptSource } from './prompt-source.ts'

let dir: string
let prompts: PromptSource
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'prompts-'))
  await mkdir(join(dir, 'prompts', 'system'), { recursive: true })
  await writeFile(join(dir, 'prompts', 'system', 'a.j2'), 'A')
  await writeFile(join(dir, 'prompts', 'big.j2'), 'x'.repeat(1_000_001))
  await writeFile(join(dir, 'secret'), 'SECRET')
  await symlink(join(dir, 'secret'), join(dir, 'prompts', 'link.j2'))
  prompts = folderPrompts(join(dir, 'prompts'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

test('reads a file of the folder and names it', async () => {
  expect(await prompts.file('system/a.j2')).toEqual({ text: 'A', source: 'file:system/a.j2' })
})

test.each([
  ['../secret', 400],
  ['system/../../secret', 400],
  ['/etc/passwd', 400],
  ['..\\secret', 400],
  ['a\0b', 400],
  ['', 400],
  ['link.j2', 400],
  ['big.j2', 400],
  ['%2e%2e/secret', 404],
  ['absent.j2', 404],
  ['system', 404],
  ['system/a.j2/b', 404],
  [`${'n'.repeat(300)}.j2`, 404],
])('%j is %i', async (path, status) => {
  const error = await prompts.file(path).catch((e) => e)
  expect(error).toMatchObject({ name: 'ApiError', status })
  expect(error.message).not.toContain(dir)
})

test('a folder that is not there yet has no files', async () => {
  await expect(folderPrompts(join(dir, 'none')).file('a.j2')).rejects.toMatchObject({ status: 404 })
})
