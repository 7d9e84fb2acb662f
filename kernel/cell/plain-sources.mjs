// Sources of the processes that read files, without their types: each process that strips them itself holds a compiler (30 MB, 0.2 s).
// They lie beside the packages, where no such process may write. Plain JavaScript, for the same reason.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FOLDER = join(ROOT, 'node_modules/.cache/millrace/plain')

export const isOurs = (path) => path.startsWith(ROOT) && path.endsWith('.ts') && !path.includes('node_modules')

export const plainPathOf = (path) => `${join(FOLDER, path.slice(ROOT.length))}.js`

/** What a copy ends with. Whole seconds, because the layers of an image keep no more. */
export function markOf(path) {
  const { size, mtimeMs } = statSync(path)
  return `\n//${size}-${Math.floor(mtimeMs / 1000)}`
}

/** The source without its types; undefined where there is no copy, or an older one. */
export function readPlain(path) {
  try {
    const text = readFileSync(plainPathOf(path), 'utf8')
    return text.endsWith(markOf(path)) ? text : undefined
  } catch {
    return undefined
  }
}
