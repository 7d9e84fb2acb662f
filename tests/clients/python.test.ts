import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { startProcess } from '../support/server-process.ts'

const FOLDER = fileURLToPath(new URL('../../clients/python', import.meta.url))
const PYRIGHT = fileURLToPath(new URL('../../node_modules/pyright/index.js', import.meta.url))
const run = promisify(execFile)

function pythonVersion(): string {
  try {
    return execFileSync('python3', ['-c', 'import sys; print("%d.%02d" % sys.version_info[:2])'], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
const python = pythonVersion()
const why = python >= '3.11' ? '' : ` (skipped: ${python ? `python3 is ${python}` : 'there is no python3'}, 3.11 is needed)`

const dir = mkdtempSync(join(tmpdir(), 'millrace-python-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('its types hold in strict mode', { timeout: 120_000 }, async () => {
  const { stdout } = await run(process.execPath, [PYRIGHT, '-p', FOLDER], { cwd: FOLDER }).catch((error) => error)
  expect(stdout).toContain('0 errors')
})

test.skipIf(why !== '')(`its own tests pass against a server${why}`, { timeout: 120_000 }, async () => {
  const server = await startProcess({ DATA_DIR: dir, SUBSCRIPTION_KEYS: 'test:secret-key' })
  try {
    const env = { ...process.env, PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: '1', MILLRACE_URL: server.url, MILLRACE_KEY: 'secret-key' }
    const { stderr } = await run('python3', ['-m', 'unittest', 'discover', '-s', join(FOLDER, 'tests')], { env }).catch((error) => error)
    expect(stderr).toMatch(/Ran 7 tests[\s\S]*\nOK\n/)
  } finally {
    await server.stop()
  }
})
