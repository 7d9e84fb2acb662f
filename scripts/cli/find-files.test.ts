import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findFiles } from './find-files.ts'

let base: string

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'find-files-'))
  await mkdir(join(base, 'folder/deep/.git'), { recursive: true })
  await mkdir(join(base, 'bare'))
  for (const name of ['folder/b.txt', 'folder/deep/a.pdf', 'folder/.hidden', 'folder/deep/.git/config', 'one.csv'])
    await writeFile(join(base, name), 'x')
})
afterAll(() => rm(base, { recursive: true }))

it('finds files and what is below folders, each once, without hidden ones', async () => {
  const found = await findFiles(['one.csv', 'folder', 'folder/b.txt'], base)
  expect(found.map((path) => path.slice(base.length + 1))).toEqual(['folder/b.txt', 'folder/deep/a.pdf', 'one.csv'])
})

it('says what is not there', async () => {
  await expect(findFiles(['nowhere.txt'], base)).rejects.toThrow('nowhere.txt does not exist.')
  await expect(findFiles(['bare'], base)).rejects.toThrow('No files in bare.')
})
