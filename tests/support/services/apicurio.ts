import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../scripts/kafka/free-port.ts'
import { checkJava } from '../../../scripts/kafka/jars.ts'
import { builtOnce, copyArtifact } from '../../../scripts/kafka/maven.ts'

const VERSION = '2.6.13.Final'
const START_MS = 120_000

/** The unpacked archive of Maven Central, resolved once and kept in the cache folder. Throws an Error of one line. */
const home = (): string =>
  builtOnce(`apicurio-${VERSION}`, (dir) => {
    const archive = copyArtifact(`io.apicurio:apicurio-registry-app:${VERSION}:tar.gz:all`, dir)
    if (spawnSync('tar', ['xzf', archive, '-C', dir]).status !== 0) throw new Error(`${archive} could not be unpacked`)
    rmSync(archive)
  })

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
