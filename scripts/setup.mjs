// Installs what is missing and finds a Node that can run the project. Plain JavaScript, runs on any Node from 18 on.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { installedAsLocked } from './installed-as-locked.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const NODE_MAJOR = 24

/** Folder for downloads that outlive a clone: the Node runtime and Kafka's jars. */
export const cacheDir = process.env.MILLRACE_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'millrace')

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

const told = (line) => console.error(`set-up: ${line}`)

/**
 * Runs npm in a process group of its own and ends it, with all that it started, once the channel to the set-up closes: however that one died.
 */
const MINDER = `
  const { spawn, spawnSync } = require('node:child_process')
  const windows = process.platform === 'win32'
  const npm = spawn('npm', process.argv.slice(1), { stdio: ['ignore', 'ignore', 'inherit'], shell: windows })
  npm.on('error', (error) => { console.error('npm error ' + error.message); process.exit(1) })
  npm.on('exit', (code) => process.exit(code ?? 1))
  process.on('SIGTERM', () => {})
  process.on('disconnect', () => {
    if (windows) return spawnSync('taskkill', ['/pid', String(process.pid), '/t', '/f'])
    process.kill(-process.pid, 'SIGTERM')
    setTimeout(() => process.kill(-process.pid, 'SIGKILL'), 2_000)
  })`

/** How long npm waits for a word of the registry, and how often it asks again; who sets these wins. */
const PATIENCE = { npm_config_fetch_timeout: '60000', npm_config_fetch_retries: '1' }

/** More calls than npm makes at once: as many in a row without a reply are a registry that is silent, and npm would go on to hundreds of others. */
const SILENT = 16

async function npm(args, cwd, missing) {
  const minder = spawn(process.execPath, ['-e', MINDER, '--', ...args, '--loglevel=http'], {
    cwd,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...PATIENCE, ...process.env },
  })
  endWithNpm(() => process.exit(1))
  let seconds = 0
  const teller = setInterval(() => {
    seconds += 30
    told(`still at it after ${seconds} s; the package registry is slow, or silent. Ctrl-C ends this; npm_config_registry names a mirror.`)
  }, 30_000)
  const errors = []
  let silent = 0
  createInterface({ input: minder.stderr }).on('line', (line) => {
    if (line.startsWith('npm error')) errors.push(line)
    else if (/^npm http fetch .* failed with /.test(line)) silent++
    else if (line.startsWith('npm http')) silent = 0
    if (silent >= SILENT) outOfReach('stopped answering', missing)
  })
  const code = await new Promise((done) => minder.on('close', done))
  clearInterval(teller)
  if (code === 0) return
  console.error(`npm ${args.join(' ')} failed:\n${errors.slice(0, 12).join('\n')}`)
  if (errors.some((line) => UNREACHABLE.test(line))) outOfReach('stopped answering', missing)
  process.exit(1)
}

const UNREACHABLE =
  /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|request-timeout|network/

/** An address without the name and password that may stand in it. */
const shown = (address) => address.replace(/\/\/[^/@]*@/, '//')

/** Ends within 10 s with a line where the package registry is out of reach: npm itself would try again for minutes, silently. */
function requireRegistry(missing) {
  if (process.env.npm_config_offline === 'true') return
  const shell = process.platform === 'win32'
  // Six seconds and no more, because npm's own starts count, too.
  const asked = spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=6000'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: 6_500,
    shell,
  })
  if (asked.status === 0 || !(asked.error || UNREACHABLE.test(asked.stderr ?? ''))) return
  outOfReach('is out of reach', missing)
}

/** Ends the set-up with the line that says which registry failed, through which proxy, and what can be done. */
function outOfReach(how, missing) {
  const shell = process.platform === 'win32'
  const registry = spawnSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8', shell }).stdout?.trim() ?? ''
  const { env } = process
  const proxies = registry.startsWith('https:') ? [env.npm_config_https_proxy, env.HTTPS_PROXY, env.https_proxy] : []
  const proxy = [...proxies, env.npm_config_proxy, env.HTTP_PROXY, env.http_proxy].find((address) => address)
  told(
    `the package registry ${shown(registry)} ${how}${proxy ? ` through the proxy ${shown(proxy)}` : ''}, and ${missing}. Connect to the network, ${proxy ? 'put the proxy right, ' : ''}or name a mirror with npm_config_registry; with a filled npm cache set npm_config_offline=true.`,
  )
  process.exit(1)
}

/** An installation takes a minute; a lock of this age was left by a process whose id another one has now. */
const STALE_LOCK_MS = 600_000

/** Resolves with the release of the installation lock of this checkout: two commands that install at once would remove each other's files. */
async function lockInstallation() {
  const lock = join(tmpdir(), `millrace-install-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return () => rmSync(lock, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (attempt === 0) told('waiting for another command that installs packages here')
    if (isAbandoned(lock)) rmSync(lock, { force: true })
    await new Promise((done) => setTimeout(done, 200))
  }
}

function isAbandoned(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > STALE_LOCK_MS) return true
    process.kill(Number(readFileSync(lock, 'utf8')) || process.pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Installs the packages of package-lock.json unless they are there already. Development packages only when asked for. */
export async function ensurePackages({ dev }) {
  const noted = join(root, 'node_modules', '.package-lock.json')
  const isInstalled = () => existsSync(noted) && installedAsLocked(readJson(join(root, 'package-lock.json')), readJson(noted), { dev })
  if (isInstalled()) return
  const release = await lockInstallation()
  process.once('exit', release)
  if (!isInstalled()) await installPackages(dev)
  release()
}

async function installPackages(dev) {
  // A developer's checkout keeps its tools when a new dependency arrives.
  const all = dev || existsSync(join(root, 'node_modules', 'vitest'))
  const missing = 'packages are missing'
  requireRegistry(missing)
  told(`installing ${all ? 'all' : 'the runtime'} packages into node_modules`)
  await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...(all ? [] : ['--omit=dev'])], root, missing)
}

/** Path of a Node binary that is new enough; installs one from npm into the cache folder where the machine's is older. */
export async function ensureNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath
  const dir = join(cacheDir, `node-${NODE_MAJOR}`)
  const bin = join(dir, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(bin)) return bin
  const missing = `Node ${NODE_MAJOR} is missing`
  told(`this machine has Node ${process.versions.node}; adding Node ${NODE_MAJOR} from npm in ${dir}`)
  requireRegistry(missing)
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'package.json'), '{"private":true}')
  await npm(['install', '--no-audit', '--no-fund', `node@${NODE_MAJOR}`], dir, missing)
  return bin
}

const quiet = ['--disable-warning=ExperimentalWarning', '--disable-warning=TimeoutNegativeWarning']

/** Of server processes: a small young generation keeps what a load once needed from being held ever after (100 MB less, no slower). */
export const serverFlags = [...quiet, '--max-semi-space-size=4']

/**
 * Of server processes: what the first start compiled is kept where Node itself keeps it. Told by the environment, and not by the program
 * alone, it holds for the first module too, and no compiler of TypeScript is loaded (10 MB).
 */
export const serverEnv = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(tmpdir(), 'node-compile-cache'),
  // Of glibc: one arena for all threads, and what is given back goes to the system (15 MB at rest).
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** Runs `node file args` with the right Node, hands signals on, and ends with the child's exit code. */
export async function runNode(file, args, { env = {}, nodeArgs = [] } = {}) {
  const node = await ensureNode()
  const child = spawn(node, [...quiet, ...nodeArgs, file, ...args], {
    cwd: process.cwd(),
    // the channel tells the child when this process is gone, however it went
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}`, ...env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  endWithNpm(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/** Shells that npm puts between itself and a script; where one of them stays there, npm's death is seen at its parent alone. */
const SHELLS = /^(ba|da|a|z|k)?sh$|^busybox$/

/** The processes that started this one, up to npm: as far as the system tells them. */
function starters() {
  const { ppid } = process
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${ppid}/stat`, 'utf8')) ?? []
    return SHELLS.test(name) ? `${ppid} ${parent}` : String(ppid)
  } catch {
    return String(ppid)
  }
}

/** Told before anything blocks this process. */
const startedBy = starters()

/** Where npm started this process, npm's own death ends it: it would leave behind what nobody knows. */
function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event) return
  setInterval(() => starters() !== startedBy && end(), 500).unref()
}
