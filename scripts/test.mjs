// npm test [-- vitest arguments]: set-up, then every check; with arguments only the named tests.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureNode, ensurePackages, root } from './setup.mjs'

await ensurePackages({ dev: true })
const node = await ensureNode()
const args = process.argv.slice(2)
/** Files with failures, beyond which something is broken rather than busy. */
const MOST_LOOKED_AT_AGAIN = 5

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
    check('published schemas', 'scripts/schemas/schemas.ts', '--check'),
  ].every(Boolean)

const dir = mkdtempSync(join(tmpdir(), 'millrace-test-'))
const first = tests('report.json', args)
const failed = first.report?.testResults.filter((file) => file.status === 'failed') ?? []
// What fails beside hundreds of others on a busy machine is looked at once more, alone; that it had to be is told.
const again = args.length === 0 && failed.length <= MOST_LOOKED_AT_AGAIN ? failed.map((file) => relative(root, file.name)) : []
const second = again.length ? tests('again.json', again) : undefined
rmSync(dir, { recursive: true, force: true })

if (second?.report && second.status === 0) {
  console.log(`failed in the whole run, passed alone: ${failed.flatMap(namesOfFailed).join('; ') || again.join(', ')}`)
  const { numPassedTests, numFailedTests } = first.report
  tell({ ...first.report, numPassedTests: numPassedTests + numFailedTests, numFailedTests: 0 })
} else tell(first.report)
const status = second ? second.status : first.status
process.exit(checks ? status : status || 1)

/** Runs vitest and reads its report; undefined when it left none. */
function tests(name, more) {
  const file = join(dir, name)
  const status = run('node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...more)
  try {
    return { status, report: JSON.parse(readFileSync(file, 'utf8')) }
  } catch {
    return { status, report: undefined }
  }
}

function namesOfFailed({ assertionResults }) {
  return assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName)
}

function tell(report) {
  if (!report) return console.log('the test runner left no report')
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report
  console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests + numTodoTests} skipped`)
}
