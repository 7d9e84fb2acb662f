// npm test [-- vitest arguments]: set-up, then every check; with arguments only the named tests.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureNode, ensurePackages, root } from './setup.mjs'

ensurePackages({ dev: true })
const node = ensureNode()
const args = process.argv.slice(2)

/** Exit code of `node file args`, from the project's root. */
function run(file, ...rest) {
  const { status, signal } = spawnSync(node, ['--disable-warning=ExperimentalWarning', file, ...rest], { cwd: root, stdio: 'inherit' })
  return signal ? 1 : status
}

function check(name, file, ...rest) {
  const started = Date.now()
  const status = run(file, ...rest)
  console.error(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  return status === 0
}

const checks =
  args.length > 0 ||
  [
    check('types', 'node_modules/typescript/bin/tsc', '--noEmit'),
    check('lint and format', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'),
    check('layers', 'scripts/check-layers.ts'),
    check('published schemas', 'scripts/schemas.ts', '--check'),
  ].every(Boolean)

const dir = mkdtempSync(join(tmpdir(), 'millrace-test-'))
const report = join(dir, 'report.json')
const status = run('node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args)
try {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'))
  console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests + numTodoTests} skipped`)
} catch {
  console.log('the test runner left no report')
}
rmSync(dir, { recursive: true, force: true })
process.exit(checks ? status : status || 1)
