// npm run bench [-- --full], or npm run bench FILE [-- args]: one bench; without a file those that need nothing but this checkout, one after the other.
// npm run bench -- --profile FOLDER FILE [args]: the same with a processor profile of every process that it starts, and then where their time went.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureNode, ensurePackages } from './setup.mjs'

const run = fileURLToPath(new URL('run.mjs', import.meta.url))
const args = process.argv.slice(2)
if (args[0] === '--profile') await profiled(args[1], args.slice(2))
const SHORT = [
  ['bench/speed/log.ts', '--rounds', '3', '--seconds', '1'],
  ['bench/notes.ts', '--notes', '100', '--rounds', '3'],
  ['bench/speed/one-document.ts'],
  ['bench/runs.ts', '--items', '2000', '--runs', '100'],
  ['bench/speed/mixed-load.ts', '--documents', '100', '--jobs', '50', '--chats', '100'],
]
const FULL = [
  ['bench/speed/log.ts'],
  ['bench/notes.ts'],
  ['bench/speed/one-document.ts'],
  ['bench/speed/one-document.ts', '--services'],
  ['bench/speed/kafka-hop.ts'],
  ['bench/runs.ts', '--services'],
  ['bench/speed/mixed-load.ts'],
  ['bench/search.ts'],
  ['bench/speed/growth.ts'],
]
const all = args.length === 0 ? SHORT : args[0] === '--full' ? FULL : [args]
let failed = 0
for (const one of all) {
  if (all.length > 1) console.log(`\n# ${one.join(' ')}`)
  const { status } = spawnSync(process.execPath, [run, ...one], { stdio: 'inherit' })
  failed ||= status ?? 1
}
process.exitCode = failed

async function profiled(folder, bench) {
  if (!folder || bench.length === 0) throw new Error('usage: npm run bench -- --profile FOLDER FILE [args]')
  await ensurePackages({ dev: true })
  const node = await ensureNode()
  const { status } = spawnSync(node, ['--cpu-prof', `--cpu-prof-dir=${resolve(folder)}`, ...bench], { stdio: 'inherit' })
  spawnSync(process.execPath, [run, 'bench/profiles.ts', folder], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
