import { execFileSync } from 'node:child_process'
import { chmod, lstat, mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EdgeContext } from '../../../kernel/service.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { findUpload } from '../status/read-uploads.ts'
import { uploads } from '../uploads/service.ts'
import { bringInFile } from './bring-in-file.ts'
import { signatureOf } from './read-folder.ts'
import { folderWatch, watchedFolder } from './watch-folder.ts'
import { watchedFolderHealth } from './watch-health.ts'

let folder: string
let stack: EmbeddedStack
let ctx: EdgeContext

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-watched-'))
  stack = await embeddedStack([uploads, { name: 'edge', routes: (_, given) => void (ctx = given) }])
})
afterEach(async () => {
  await stack.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}
interface Listed {
  filename: string
  size_bytes: number
  metadata: Record<string, unknown>
}
const listed = async () => {
  const items = (await stack.app.inject('/api/v2/upload/list')).json() as Listed[]
  return items.sort((a, b) => (a.filename < b.filename ? -1 : 1))
}
const names = async () => (await listed()).map(({ filename }) => filename)
const health = async () => {
  const [dependency] = watchedFolderHealth(stack.ports, { WATCH_DIR: folder })
  return dependency?.check(AbortSignal.timeout(60_000)).then(
    () => 'well',
    (error: Error) => error.message,
  )
}

test('files become uploads once they stand still, in subfolders too, and not what is hidden or passing', async () => {
  const { look } = folderWatch(ctx, folder)
  await put('a.txt', 'one')
  await put('sub/deep/a.txt', 'two')
  for (const path of ['.hidden', '.git/x.txt', '~$a.docx', 'b.txt.part', 'c.tmp', 'empty.txt'])
    await put(path, path === 'empty.txt' ? '' : 'x')
  await look()
  expect(await names()).toEqual([])
  await put('a.txt', 'one, and more')
  await look()
  expect(await names()).toEqual(['sub - deep - a.txt'])
  await look()
  expect(await listed()).toMatchObject([
    { filename: 'a.txt', size_bytes: 13, metadata: { title: 'a.txt', doc_type: 'document', watched_path: 'a.txt' } },
    { filename: 'sub - deep - a.txt', metadata: { title: 'a.txt', watched_path: 'sub/deep/a.txt' } },
  ])
  expect(await health()).toBe('well')
})

test('a changed file replaces its document; a restart and another watcher bring in nothing twice', async () => {
  await put('a.txt', 'one')
  const first = folderWatch(ctx, folder)
  const other = folderWatch(ctx, folder)
  for (let i = 0; i < 3; i++) await Promise.all([first.look(), other.look()])
  expect(await names()).toEqual(['a.txt'])
  await put('a.txt', 'another text')
  await utimes(join(folder, 'a.txt'), 1_900_000_000, 1_900_000_000)
  for (let i = 0; i < 3; i++) await first.look()
  expect((await listed()).map(({ size_bytes }) => size_bytes).sort()).toEqual([12, 3])
  // what was noted is lost with the process before it could be written: the upload itself is known
  await stack.ports.database.tables<{ watched_files: { path: string } }>().deleteFrom('watched_files').execute()
  await stack.ports.database.tables<{ claims: { scope: string } }>().deleteFrom('claims').where('scope', '=', 'watched-folder').execute()
  const restarted = folderWatch(ctx, folder)
  for (let i = 0; i < 3; i++) await restarted.look()
  expect(await listed()).toHaveLength(2)
})

test('links are not followed, what cannot be read or has a taken name is told, and goes on when it is mended', async () => {
  await put('good.txt', 'text')
  await symlink('/etc/passwd', join(folder, 'passwd.txt'))
  await symlink('/etc', join(folder, 'etc'))
  await stack.ingest({ name: 'taken.txt', texts: ['mine'] })
  await put('taken.txt', 'yours')
  const { look } = folderWatch(ctx, folder)
  for (let i = 0; i < 3; i++) await look()
  expect(await names()).toEqual(['good.txt', 'taken.txt'])
  expect(await health()).toBe(
    '3 files of the watched folder were not brought in: etc (it is a symbolic link, which is not followed); passwd.txt (it is a symbolic link, which is not followed); taken.txt (a document named taken.txt is there already and was not of this file: rename one, or delete the document)',
  )
  await Promise.all([rm(join(folder, 'passwd.txt')), rm(join(folder, 'etc')), rename(join(folder, 'taken.txt'), join(folder, 'free.txt'))])
  for (let i = 0; i < 3; i++) await look()
  expect(await names()).toEqual(['free.txt', 'good.txt', 'taken.txt'])
  expect(await health()).toBe('well')
})

test('what lies behind a folder that became a link since it was looked at, and a pipe, are not read', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'millrace-outside-'))
  await writeFile(join(outside, 'secret.txt'), 'secret')
  await symlink(outside, join(folder, 'sub'))
  const found = async (path: string) => {
    const stats = await lstat(join(folder, path))
    return { path, absolute: join(folder, path), signature: signatureOf(stats), bytes: 6 }
  }
  expect(await bringInFile(ctx, 'f', await found('sub/secret.txt'), null)).toBeUndefined()
  await put('own/pipe.txt', 'secret')
  const before = await found('own/pipe.txt')
  expect(await bringInFile(ctx, 'f', before, null)).toEqual(expect.any(String))
  await rm(before.absolute)
  execFileSync('mkfifo', [before.absolute])
  expect(await bringInFile(ctx, 'f', { ...before, signature: 'another' }, null)).toBeUndefined()
  expect(await names()).toEqual(['own - pipe.txt'])
  await rm(outside, { recursive: true })
})

test.each(['keep', 'remove'] as const)('a file that is gone: %s', async (deleted) => {
  const section = { deleted, doc_type: 'policy', confidentiality: 'board', business_unit: '', index: '' }
  Object.assign(stack.ports.config, { watch: section })
  await put('a.txt', 'one')
  await put('b.txt', 'two')
  const { look } = folderWatch(ctx, folder)
  for (let i = 0; i < 3; i++) await look()
  expect((await listed())[0]?.metadata).toMatchObject({ doc_type: 'policy', confidentiality: 'board' })
  const end = async () => {
    const parts = await stack.ports.broker.partitions('document.delete')
    return parts.reduce((sum, { latest }) => sum + Number(latest), 0)
  }
  await rm(join(folder, 'a.txt'))
  if (deleted === 'keep') {
    await look()
    expect(await end()).toBe(0)
  } else {
    // nothing works on the command here: the watcher waits for its outcome and goes on
    const looked = look()
    await expect.poll(end, { timeout: 30_000 }).toBe(1)
    await looked
  }
})

test('a folder that is away takes no document with it', async () => {
  Object.assign(stack.ports.config, { watch: { deleted: 'remove', doc_type: 'x', confidentiality: '', business_unit: '', index: '' } })
  await put('sub/a.txt', 'one')
  const { look } = folderWatch(ctx, folder)
  for (let i = 0; i < 3; i++) await look()
  await rename(folder, `${folder}-away`)
  await look()
  await rename(`${folder}-away`, folder)
  await look()
  expect(await names()).toEqual(['sub - a.txt'])
  const parts = await stack.ports.broker.partitions('document.delete')
  expect(parts.every(({ latest }) => latest === 0n)).toBe(true)
})

test.skipIf(process.getuid?.() === 0)('a file that may not be read is told', async () => {
  await put('a.txt', 'one')
  await chmod(join(folder, 'a.txt'), 0)
  const { look } = folderWatch(ctx, folder)
  for (let i = 0; i < 3; i++) await look()
  expect(await health()).toContain('1 file of')
})

test('a folder that is none, or the platform’s own, stops the start with a line that names the variable', async () => {
  await expect(watchedFolder(join(folder, 'none'), tmpdir())).rejects.toThrow('WATCH_DIR: there is no folder')
  await mkdir(join(folder, 'data'))
  await expect(watchedFolder(folder, join(folder, 'data'))).rejects.toThrow('WATCH_DIR: the platform keeps its own files')
  await expect(watchedFolder(join(folder, 'data'), folder)).rejects.toThrow('WATCH_DIR: the platform keeps its own files')
})

test('a file that another watcher brings in while this one copies it is one upload, and its content stays', async () => {
  await put('a.txt', 'one')
  const absolute = join(folder, 'a.txt')
  const stats = await lstat(absolute)
  const file = { path: 'a.txt', absolute, signature: signatureOf(stats), bytes: stats.size }
  const { blobs } = ctx.ports
  const write: typeof blobs.write = async (...given) => {
    const written = await blobs.write(...given)
    await bringInFile(ctx, folder, file, null)
    return written
  }
  const slow = { ...ctx, ports: { ...ctx.ports, blobs: { ...blobs, write } } }
  const id = await bringInFile(slow, folder, file, null)
  expect(await names()).toEqual(['a.txt'])
  const state = await findUpload(ctx.ports.database, id ?? '')
  expect(await blobs.stat(state?.file?.blob ?? '')).toMatchObject({ bytes: 3 })
})
