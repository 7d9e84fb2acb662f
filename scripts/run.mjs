// node scripts/run.mjs FILE [args]: set-up, then FILE with a Node that runs TypeScript as it is.
import { ensurePackages, runNode } from './setup.mjs'

const [file, ...args] = process.argv.slice(2)
if (!file) {
  console.error('usage: node scripts/run.mjs FILE [args]')
  process.exit(2)
}
await ensurePackages({ dev: false })
await runNode(file, args)
