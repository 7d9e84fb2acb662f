import { constants } from 'node:fs'
import { copyFile, mkdir, open, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { promptFolder } from '../../kernel/prompts/prompt-folder.ts'
import { MANIFEST } from '../../kernel/prompts/prompt-root.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import type { PromptWriter } from './store.ts'

/** Prompts as files below `root`. Whoever changes them holds the row of the database; the manifest's number is its mark. */
export function folderWriter(root: string): PromptWriter {
  const reader = promptFolder(root)
  const latest = async () => {
    const manifest = await reader.manifest()
    return { manifest, mark: String(manifest.version) }
  }
  return {
    reader,
    latest,
    put: (path, text) => putFile(root, path, (file) => writeFile(file, text, { flag: 'wx', flush: true })),
    copy: (from, to) => putFile(root, to, (file) => copyFile(join(root, from), file, constants.COPYFILE_EXCL)),
    async replaceManifest(manifest, mark) {
      // the process number keeps two apart that both believe to hold the row
      const unfinished = join(root, `${MANIFEST}.${process.pid}.new`)
      try {
        await mkdir(root, { recursive: true })
        await writeFile(unfinished, `${JSON.stringify(manifest, undefined, 2)}\n`, { flush: true })
        // a database connection that was lost has let another process in
        if ((await latest()).mark !== mark) return false
        await rename(unfinished, join(root, MANIFEST))
      } finally {
        await rm(unfinished, { force: true })
      }
      await sync(root)
      return true
    },
    remove: (path) => rm(join(root, path), { force: true }),
    // every reader looks at the manifest's times with each question
    announce: async () => {},
  }
}

/** Writes a file and makes its name durable. A folder that a symlink leads out of the root is refused. */
async function putFile(root: string, path: string, put: (file: string) => Promise<void>): Promise<boolean> {
  const file = join(root, path)
  await mkdir(dirname(file), { recursive: true })
  const [base, into] = await Promise.all([realpath(root), realpath(dirname(file))])
  if (!into.startsWith(base + sep)) throw new ApiError('invalid_request', `The folder ${dirname(path)} leads out of the prompt folder.`)
  try {
    await put(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    await rm(file, { force: true })
    throw error
  }
  await sync(file)
  await sync(dirname(file))
  return true
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
