import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from './kafka/free-port.ts'
import { root } from './setup.mjs'

/** `npm start`'s script on a port of the system's choice, once it answers. */
async function started(env: NodeJS.ProcessEnv = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'start-'))
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'INFO', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (piece) => (printed += piece))
  child.stderr.on('data', (piece) => (printed += piece))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
  const url = await vi.waitFor(() => /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? Promise.reject(new Error(printed)), 60_000)
  await vi.waitFor(async () => expect((await fetch(`${url}/health`)).status).toBe(200), 20_000)
  return { child, url }
}

const isGone = (url: string) => vi.waitFor(() => expect(fetch(`${url}/health`)).rejects.toThrow(), 20_000)

test('a start that is killed takes its server with it', { timeout: 120_000 }, async () => {
  const { child, url } = await started()
  child.kill('SIGKILL')
  await isGone(url)
})

test.each([
  ['npm', `"${process.execPath}" scripts/start.mjs; true`],
  // sh in sh: npm, and the shell that stays between it and the start
  ['npm behind its shell', `sh -c '"${process.execPath}" scripts/start.mjs; true'; true`],
])('a start in whose place %s was killed ends, too', { timeout: 120_000 }, async (_, script) => {
  // sh stands for npm: what started the start, and dies without a word
  const dir = await mkdtemp(join(tmpdir(), 'start-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }))
  const port = await freePort()
  const npm = spawn('sh', ['-c', script], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: 'start', DATA_DIR: dir, HOST: '127.0.0.1', PORT: String(port) },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${url}/health`)).status).toBe(200), 60_000)
  npm.kill('SIGKILL')
  await isGone(url)
})

/** A copy of the project without packages. */
async function copyWithoutPackages(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'offline-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  await mkdir(join(dir, 'scripts'))
  for (const file of ['package.json', 'package-lock.json', 'scripts/start.mjs', 'scripts/setup.mjs', 'scripts/installed-as-locked.mjs'])
    await cp(join(root, file), join(dir, file))
  return dir
}

/** Starts a copy without packages whose registry, or proxy, is out of reach; what it says. */
async function saysOffline(before: string, env: NodeJS.ProcessEnv): Promise<string> {
  const dir = await copyWithoutPackages()
  const child = spawn(process.execPath, ['--input-type=module', '--eval', before], {
    cwd: dir,
    env: { ...process.env, npm_config_cache: join(dir, 'cache'), MILLRACE_CACHE: join(dir, 'node'), ...env },
  })
  let said = ''
  child.stderr.on('data', (piece) => (said += piece))
  expect(await new Promise((done) => child.on('exit', done))).toBe(1)
  return said
}

/** The address of a server that takes connections and never answers, as a network does that drops what it is sent. */
async function silentAddress(): Promise<string> {
  const open = new Set<Socket>()
  const server = createServer((socket) => void open.add(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const start = `await import('./scripts/start.mjs')`
const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`

test('without the packages and without their registry a start says within 10 s what is out of reach', { timeout: 60_000 }, async () => {
  const registry = `http://127.0.0.1:${await freePort()}/`
  expect(await saysOffline(start, { npm_config_registry: registry })).toContain(
    `set-up: the package registry ${registry} is out of reach, and packages are missing.`,
  )
})

test('so does one whose proxy takes every call and never answers, without its password', { timeout: 60_000 }, async () => {
  const silent = await silentAddress()
  const env = {
    npm_config_registry: 'https://packages.example/',
    HTTPS_PROXY: `http://ada:secret@${silent}`,
    https_proxy: `http://ada:secret@${silent}`,
    NO_PROXY: '',
    no_proxy: '',
  }
  expect(await saysOffline(start, env)).toContain(
    `set-up: the package registry https://packages.example/ is out of reach through the proxy http://${silent}, and packages are missing. Connect to the network, put the proxy right, or`,
  )
})

test('so does one that finds the packages, a Node that is too old, and a registry that never answers', { timeout: 60_000 }, async () => {
  const registry = `http://${await silentAddress()}/`
  expect(await saysOffline(`${older}; (await import('./scripts/setup.mjs')).ensureNode()`, { npm_config_registry: registry })).toMatch(
    new RegExp(`adding Node 24 .*\\nset-up: the package registry ${registry} is out of reach.*, and Node 24 is missing\\.`),
  )
})

test('a registry that answers and then stays silent for packages ends the set-up, and is named', { timeout: 60_000 }, async () => {
  const server = createHttpServer((request, response) => request.url?.includes('/-/ping') && response.end('{}')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const env = { npm_config_registry: registry, npm_config_fetch_timeout: '1000', npm_config_fetch_retries: '1' }
  const began = Date.now()
  expect(await saysOffline(start, env)).toContain(`set-up: the package registry ${registry} stopped answering, and packages are missing.`)
  // two rounds of calls at once, and not one for each package
  expect(Date.now() - began).toBeLessThan(15_000)
})

/** An npm that answers a ping, and else notes its process and how patient it is, and stays. */
const STAYING_NPM = `#!/bin/sh
[ "$1" = ping ] && exit
echo "$$ $npm_config_fetch_timeout $npm_config_fetch_retries" > "$NOTED"
exec sleep 300
`

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each([
  ['a set-up that is killed', 'exec '],
  ['a set-up in whose place npm was killed', ''],
])('%s takes its npm along, which waits for a bounded time', { timeout: 60_000 }, async (_, exec) => {
  const dir = await copyWithoutPackages()
  await writeFile(join(dir, 'npm'), STAYING_NPM, { mode: 0o755 })
  const noted = join(dir, 'noted')
  const { npm_config_fetch_timeout: _timeout, npm_config_fetch_retries: _retries, ...env } = process.env
  // without exec, sh stands for the npm that started the set-up
  const child = spawn('sh', ['-c', `${exec}"${process.execPath}" scripts/start.mjs; true`], {
    cwd: dir,
    env: { ...env, npm_lifecycle_event: 'start', NOTED: noted, PATH: `${dir}:${env.PATH}` },
    stdio: 'ignore',
  })
  const said = await vi.waitFor(
    async () => (await readFile(noted, 'utf8')).match(/^(\d+) (.*)\n/) ?? Promise.reject(new Error('not yet')),
    20_000,
  )
  const pid = Number(said[1])
  onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')))
  expect(said[2]).toBe('60000 1')
  expect(isAlive(pid)).toBe(true)
  child.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000)
})
