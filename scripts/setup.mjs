// Installs what is missing and finds a Node that can run the project. Plain JavaScript, runs on any Node from 18 on.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedAsLocked } from './installed-as-locked.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const NODE_MAJOR = 24

/** Folder for downloads that outlive a clone: the Node runtime and Kafka's jars. */
export const cacheDir = process.env.MILLRACE_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'millrace')

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** What a set-up that takes long says every half minute, from a process of its own: this one waits for npm. */
const STILL = `
  let s = 0
  setInterval(() => {
    s += 30
    process.ppid === Number(process.argv[1]) || process.exit()
    console.error('set-up: still at it after ' + s + ' s; the package registry is slow, or silent. Ctrl-C ends this; npm_config_registry names a mirror.')
  }, 30_000)`

function npm(args, cwd) {
  const teller = spawn(process.execPath, ['-e', STILL, String(process.pid)], { stdio: ['ignore', 'ignore', 'inherit'] })
  const result = spawnSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', shell: process.platform === 'win32' })
  teller.kill()
  if (result.status !== 0) {
    console.error(
      `npm ${args.join(' ')} failed:\n${String(result.stderr ?? result.error)
        .split('\n')
        .filter((line) => line.startsWith('npm error'))
        .slice(0, 12)
        .join('\n')}`,
    )
    process.exit(1)
  }
}

const UNREACHABLE = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|ENETUNREACH|EHOSTUNREACH|network/

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
  const registry = spawnSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8', shell }).stdout?.trim() ?? ''
  const { env } = process
  const proxies = registry.startsWith('https:') ? [env.npm_config_https_proxy, env.HTTPS_PROXY, env.https_proxy] : []
  const proxy = [...proxies, env.npm_config_proxy, env.HTTP_PROXY, env.http_proxy].find((address) => address)
  console.error(
    `set-up: the package registry ${shown(registry)} is out of reach${proxy ? ` through the proxy ${shown(proxy)}` : ''}, and ${missing}. Connect to the network, ${proxy ? 'put the proxy right, ' : ''}or name a mirror with npm_config_registry; with a filled npm cache set npm_config_offline=true.`,
  )
  process.exit(1)
}

/** Installs the packages of package-lock.json unless they are there already, whoever installed them. Development packages only when asked for. */
export function ensurePackages({ dev }) {
  const noted = join(root, 'node_modules', '.package-lock.json')
  if (existsSync(noted) && installedAsLocked(readJson(join(root, 'package-lock.json')), readJson(noted), { dev })) return
  // A developer's checkout keeps its tools when a new dependency arrives.
  const all = dev || existsSync(join(root, 'node_modules', 'vitest'))
  requireRegistry('packages are missing')
  console.error(`set-up: installing ${all ? 'all' : 'the runtime'} packages into node_modules`)
  npm(['ci', '--ignore-scripts', ...(all ? [] : ['--omit=dev'])], root)
}

/** Path of a Node binary that is new enough; installs one from npm into the cache folder where the machine's is older. */
export function ensureNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath
  const dir = join(cacheDir, `node-${NODE_MAJOR}`)
  const bin = join(dir, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(bin)) return bin
  console.error(`set-up: this machine has Node ${process.versions.node}; adding Node ${NODE_MAJOR} from npm in ${dir}`)
  requireRegistry(`Node ${NODE_MAJOR} is missing`)
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'package.json'), '{"private":true}')
  npm(['install', '--no-audit', '--no-fund', `node@${NODE_MAJOR}`], dir)
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
export function runNode(file, args, { env = {}, nodeArgs = [] } = {}) {
  const node = ensureNode()
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

/** Where npm started this process, npm's own death ends it: it would leave a server behind that nobody knows. */
function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && end(), 500).unref()
}
