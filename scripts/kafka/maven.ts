import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir } from '../setup.mjs'

/** What `build` puts into a folder, done once and kept as `name` in the cache folder; gives its path. Nothing is kept of a build that throws. */
export function builtOnce(name: string, build: (dir: string) => void): string {
  const home = join(cacheDir, name)
  if (existsSync(home)) return home
  console.error(`set-up: bringing ${name} into ${home}`)
  mkdirSync(cacheDir, { recursive: true })
  const building = mkdtempSync(join(cacheDir, 'building-'))
  try {
    build(building)
    // Renamed in one step, so that two starts at once both find the whole of it.
    if (!existsSync(home)) renameSync(building, home)
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
  return home
}

/** Runs Maven for `what` in a folder. Throws an Error of one line where Maven is not there, or cannot do it. */
export function runMaven(what: string, dir: string, args: readonly string[]): void {
  const { error, status, stdout } = spawnSync('mvn', ['-q', '-B', ...args], { encoding: 'utf8', cwd: dir })
  if (error) throw new Error(`${what} comes through Maven, and there is no mvn on the PATH`)
  const reason = stdout.split('\n').find((line) => line.startsWith('[ERROR]'))
  // Which mirror a machine uses is its own affair.
  if (status !== 0)
    throw new Error(`Maven could not resolve ${what}: ${reason?.replaceAll(/https?:\/\/\S+/g, '<repository>') ?? `exit ${status}`}`)
}

/** Copies the one file of an artifact (`group:artifact:version:packaging:classifier`) into a folder; gives its path. */
export function copyArtifact(artifact: string, dir: string): string {
  const [, name, version] = artifact.split(':')
  const args = ['org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${dir}`]
  runMaven(`${name} ${version}`, dir, args)
  return join(dir, readdirSync(dir)[0]!)
}
