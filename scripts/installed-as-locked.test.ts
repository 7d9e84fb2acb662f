import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { installedAsLocked } from './installed-as-locked.mjs'
import { root } from './setup.mjs'

const read = async (...path: string[]) => JSON.parse(await readFile(join(root, ...path), 'utf8'))

test('what this checkout was installed from is what is installed, and any other version is not', async () => {
  const [lock, installed] = await Promise.all([read('package-lock.json'), read('node_modules', '.package-lock.json')])
  expect(installedAsLocked(lock, installed, { dev: false })).toBe(true)
  const fastify = { ...lock.packages['node_modules/fastify'], version: '0.0.1' }
  expect(installedAsLocked({ packages: { ...lock.packages, 'node_modules/fastify': fastify } }, installed, { dev: false })).toBe(false)
  const { 'node_modules/fastify': _gone, ...others } = installed.packages
  expect(installedAsLocked(lock, { packages: others }, { dev: false })).toBe(false)
})

test('what is missing matters by its kind', () => {
  const lock = {
    packages: {
      '': {},
      a: { version: '1' },
      tool: { version: '1', dev: true },
      elsewhere: { version: '1', optional: true, dev: true },
      either: { version: '1', devOptional: true },
    },
  }
  const installed = (...names: string[]) => ({ packages: Object.fromEntries(names.map((name) => [name, { version: '1' }])) })
  expect(installedAsLocked(lock, installed('a'), { dev: false })).toBe(true)
  expect(installedAsLocked(lock, installed('a'), { dev: true })).toBe(false)
  expect(installedAsLocked(lock, installed('a', 'tool'), { dev: true })).toBe(true)
  expect(installedAsLocked(lock, installed('tool'), { dev: false })).toBe(false)
  expect(installedAsLocked(lock, installed('a', 'tool', 'other'), { dev: true })).toBe(false)
})

test('a start after an `npm ci` by hand installs nothing', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-setup-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  await mkdir(join(dir, 'scripts'))
  for (const file of ['setup.mjs', 'installed-as-locked.mjs']) await cp(join(root, 'scripts', file), join(dir, 'scripts', file))
  await mkdir(join(dir, 'node_modules'))
  const lock = { packages: { '': {}, 'node_modules/a': { version: '1' } } }
  const asked = async (installed: object) => {
    await writeFile(join(dir, 'package-lock.json'), JSON.stringify(lock))
    await writeFile(join(dir, 'node_modules', '.package-lock.json'), JSON.stringify(installed))
    // An npm that only says that it was asked.
    await writeFile(join(dir, 'npm'), '#!/bin/sh\necho "$@" >> "$CALLS"\n', { mode: 0o755 })
    const calls = join(dir, 'calls')
    await writeFile(calls, '')
    const program = `import { ensurePackages } from ${JSON.stringify(join(dir, 'scripts', 'setup.mjs'))}; await ensurePackages({ dev: false })`
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, CALLS: calls, PATH: `${dir}:${process.env.PATH}` },
    })
    return readFile(calls, 'utf8')
  }
  expect(await asked({ packages: { 'node_modules/a': { version: '1' } } })).toBe('')
  expect(await asked({ packages: { 'node_modules/a': { version: '2' } } })).toMatch(
    /^ping .*\nci --ignore-scripts --no-audit --no-fund --omit=dev --loglevel=http\n$/,
  )
})
