// A process of its own that tries the data directory in its first argument: one on a disk that does not answer hangs, and nothing else does.
// Writes why the directory is of no use; nothing where it is. Plain JavaScript, which starts at once.
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const [dir = ''] = process.argv.slice(2)
const probe = join(dir, '.start')
try {
  makeFolders(dir)
  closeSync(openSync(probe, 'w'))
  rmSync(probe, { force: true })
  for (const path of kept(dir)) seeOwner(path)
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

/** What an installation keeps there, by the names that it gives; what else lies there (`lost+found`) may be another's. */
function kept(dir) {
  const ours = readdirSync(dir).filter((name) => /^(blobs|blob-copies|prompts|lock\.pid|.+\.db(-wal|-shm|-journal)?)$/.test(name))
  const blobs = ours.includes('blobs') ? readdirSync(join(dir, 'blobs')).map((name) => join('blobs', name)) : []
  return [...ours, ...blobs].map((name) => join(dir, name))
}

/** What one start as root leaves to root would show later, as a disk that fails. */
function seeOwner(path) {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    if (error.code === 'ENOENT') return // a journal that its owner has just removed
    if (error.code !== 'EACCES') throw error
    const [owner, user] = [statSync(path).uid, process.getuid()]
    throw new Error(
      `${path} belongs to user ${owner}, and user ${user}, who runs this, may not write it; chown -R ${user} ${dir} gives it all to one`,
    )
  }
}
