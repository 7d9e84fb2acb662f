// A process of its own that tries the data directory in its first argument: one on a disk that does not answer hangs, and nothing else does.
// Writes why the directory is of no use; nothing where it is. Plain JavaScript, which starts at once.
import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const [dir = ''] = process.argv.slice(2)
const probe = join(dir, '.start')
try {
  makeFolders(dir)
  closeSync(openSync(probe, 'w'))
  rmSync(probe, { force: true })
} catch (error) {
  // A disk that is full may have room later.
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') process.stdout.write(error.message)
}

/** One after the other: under /proc, node's own recursive way tries again for ever. */
function makeFolders(dir) {
  const missing = []
  for (let at = resolve(dir); !existsSync(at); at = dirname(at)) missing.unshift(at)
  for (const folder of missing) {
    try {
      mkdirSync(folder)
    } catch (error) {
      if (!existsSync(folder)) throw error
    }
  }
}
