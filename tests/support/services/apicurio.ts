import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { checkJava } from '../../../scripts/kafka-jars.ts'
import { cacheDir } from '../../../scripts/setup.mjs'

const VERSION = '2.6.13.Final'
const START_MS = 120_000

/** The unpacked archive of Maven Central, resolved once and kept in the cache folder. Throws an Error of one line. */
function home(): string {
  const folder = join(cacheDir, `apicurio-${VERSION}`)
  if (existsSync(folder)) return folder
  mkdirSync(cacheDir, { recursive: true })
  const building = mkdtempSync(join(cacheDir, 'apicurio-building-'))
  try {
    const artifact = `-Dartifact=io.apicurio:apicurio-registry-app:${VERSION}:tar.gz:all`
    const { error, status } = spawnSync('mvn', ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${building}`])
    if (error || status !== 0)
      throw new Error(`Maven could not resolve the registry ${VERSION}${error ? ': there is no mvn on the PATH' : ''}`)
    const [archive = ''] = readdirSync(building)
    mkdirSync(join(building, 'app'))
    if (spawnSync('tar', ['xzf', join(building, archive), '-C', join(building, 'app')]).status !== 0)
      throw new Error(`${archive} could not be unpacked`)
    if (!existsSync(folder)) renameSync(join(building, 'app'), folder)
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
  return folder
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** A real schema registry (Apicurio, in memory) that speaks Confluent's API at `url`. */
export async function startApicurio(): Promise<{ url: string; stop(): Promise<void> }> {
  checkJava()
  const folder = home()
  const port = await freePort()
  const flags = ['-Xmx300m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Dquarkus.http.host=127.0.0.1', `-Dquarkus.http.port=${port}`]
  const child = spawn('java', [...flags, '-jar', join(folder, `apicurio-registry-app-${VERSION}-runner.jar`)], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  // The version before lets incompatible changes through.
  const url = `http://127.0.0.1:${port}/apis/ccompat/v7`
  const until = performance.now() + START_MS
  while (
    !(await fetch(`${url}/subjects`)
      .then(({ ok }) => ok)
      .catch(() => false))
  ) {
    if (child.exitCode !== null || performance.now() > until) {
      await stop()
      throw new Error('the registry did not start')
    }
    await pause(200)
  }
  return { url, stop }
}
