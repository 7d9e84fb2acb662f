import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from './free-port.ts'
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

test('a start in whose place npm was killed ends, too', { timeout: 120_000 }, async () => {
  // sh stands for npm: the start's parent, which dies without a word
  const dir = await mkdtemp(join(tmpdir(), 'start-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }))
  const port = await freePort()
  const npm = spawn('sh', ['-c', `"${process.execPath}" scripts/start.mjs; true`], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: 'start', DATA_DIR: dir, HOST: '127.0.0.1', PORT: String(port) },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${url}/health`)).status).toBe(200), 60_000)
  npm.kill('SIGKILL')
  await isGone(url)
})

/** Starts a copy without packages whose registry, or proxy, is out of reach; what it says. */
async function saysOffline(before: string, env: NodeJS.ProcessEnv): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'offline-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  await mkdir(join(dir, 'scripts'))
  for (const file of ['package.json', 'package-lock.json', 'scripts/start.mjs', 'scripts/setup.mjs', 'scripts/installed-as-locked.mjs'])
    await cp(join(root, file), join(dir, file))
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
