// npm test [-- vitest arguments]: set-up, then every check; with arguments only the named tests.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureNode, ensurePackages, root } from './setup.mjs'

await ensurePackages({ dev: true })
const node = await ensureNode()
const args = process.argv.slice(2)
/** Files with failures, beyond which something is broken rather than busy. */
const MOST_LOOKED_AT_AGAIN = 5

/** Runs `node file args` from the project's root; its exit code, and what it said where it does not say so itself. */
function run(stdio, file, ...rest) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', file, ...rest], { cwd: root, stdio })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (piece) => (said += piece))
  return new Promise((done) => child.on('close', (code) => done({ status: code ?? 1, said })))
}

/** What a check says is told in one piece, since others run beside it. */
async function check(name, file, ...rest) {
  const started = Date.now()
  const { status, said } = await run(['ignore', 'pipe', 'pipe'], file, ...rest)
  console.error(`${said}${status === 0 ? 'ok' : 'FAILED'}: ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  return status === 0
}

const CHECKS = [
  ['types', 'node_modules/typescript/bin/tsc', '--noEmit'],
  ['lint and format', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  ['layers', 'scripts/check-layers.ts'],
  ['published schemas', 'scripts/schemas/schemas.ts', '--check'],
]

const dir = mkdtempSync(join(tmpdir(), 'millrace-test-'))
// The checks have the processors while brokers and databases start.
const [first, ...checks] = await Promise.all([tests('report.json', args), ...(args.length ? [] : CHECKS.map((each) => check(...each)))])
const failed = first.report?.testResults.filter((file) => file.status === 'failed') ?? []
// What fails beside hundreds of others on a busy machine is looked at once more, alone; that it had to be is told.
const again = args.length === 0 && failed.length <= MOST_LOOKED_AT_AGAIN ? failed.map((file) => relative(root, file.name)) : []
const second = again.length ? await tests('again.json', again) : undefined
rmSync(dir, { recursive: true, force: true })

if (second?.report && second.status === 0) {
  console.log(`failed in the whole run, passed alone: ${failed.flatMap(namesOfFailed).join('; ') || again.join(', ')}`)
  const { numPassedTests, numFailedTests } = first.report
  tell({ ...first.report, numPassedTests: numPassedTests + numFailedTests, numFailedTests: 0 })
} else tell(first.report)
const status = second ? second.status : first.status
process.exit(checks.every(Boolean) ? status : status || 1)

/** Runs vitest and reads its report; undefined when it left none. */
async function tests(name, more) {
  const file = join(dir, name)
  const { status } = await run(
    'inherit',
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...more,
  )
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
