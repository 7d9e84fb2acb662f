// npm test [-- vitest arguments]: set-up, then every check; with arguments only the named tests.
import { spawnSync } from 'node:child_process'
import { ensureNode, ensurePackages, root, runNode } from './setup.mjs'

ensurePackages({ dev: true })
const node = ensureNode()
const args = process.argv.slice(2)

function check(name, file, ...rest) {
  const started = Date.now()
  const { status } = spawnSync(node, ['--disable-warning=ExperimentalWarning', file, ...rest], { cwd: root, stdio: 'inherit' })
  console.error(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (status !== 0) process.exit(status ?? 1)
}

if (args.length === 0) {
  check('types', 'node_modules/typescript/bin/tsc', '--noEmit')
  check('lint and format', 'node_modules/@biomejs/biome/bin/biome', 'check', '.')
  check('layers', 'scripts/check-layers.ts')
  check('published schemas', 'scripts/schemas.ts', '--check')
}
runNode('node_modules/vitest/vitest.mjs', ['run', ...args])
