import { realpath } from 'node:fs/promises'
import type { Ports } from '../../../kernel/ports.ts'
import type { Env } from '../../../kernel/runtime/env.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { Dependency } from '../../../kernel/runtime/health.ts'
import { folderKey } from './watch-folder.ts'
import { watchProblems } from './watched-files.ts'

/** Files that are named with their reason. */
const NAMED = 5

/** For health: whether the watched folder can be read, and all of its files came in. None where no folder is watched. */
export function watchedFolderHealth({ database }: Pick<Ports, 'database'>, env: Pick<Env, 'WATCH_DIR'>): readonly Dependency[] {
  const path = env.WATCH_DIR
  if (path === undefined) return []
  const check = async () => {
    const folder = await realpath(path).catch(() => undefined)
    if (folder === undefined) throw new ApiError('unavailable', 'WATCH_DIR cannot be read')
    const { files, first } = await watchProblems(database, folderKey(folder), NAMED)
    if (files === 0) return
    const named = first.map(({ path, problem }) => `${path} (${problem})`).join('; ')
    const which = files === 1 ? '1 file' : `${files} files`
    throw new ApiError(
      'unavailable',
      `${which} of the watched folder were not brought in: ${named}${files > NAMED ? '; the log names the others' : ''}`,
      {
        details: { behind: files },
      },
    )
  }
  return [{ name: 'watched_folder', required: false, check }]
}
