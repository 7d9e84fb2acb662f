import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir } from './setup.mjs'

/**
 * The one file of a Maven artifact (`group:artifact:version:packaging:classifier`), fetched once and kept in the cache folder. Throws an
 * Error of one line where Maven or the artifact is not to be had.
 */
export function mavenArtifact(artifact: string): string {
  const [, name, version] = artifact.split(':')
  const home = join(cacheDir, `${name}-${version}`)
  if (!existsSync(home)) {
    console.error(`set-up: fetching ${name} ${version} with Maven into ${home}`)
    mkdirSync(cacheDir, { recursive: true })
    const building = mkdtempSync(join(cacheDir, 'artifact-'))
    try {
      const args = ['-q', '-B', 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy', `-Dartifact=${artifact}`]
      const { error, status, stdout } = spawnSync('mvn', [...args, `-DoutputDirectory=${building}`], { encoding: 'utf8', cwd: building })
      if (error) throw new Error(`${name} comes through Maven, and there is no mvn on the PATH`)
      const reason = stdout.split('\n').find((line) => line.startsWith('[ERROR]'))
      // Which mirror a machine uses is its own affair.
      if (status !== 0)
        throw new Error(
          `Maven could not fetch ${name} ${version}: ${reason?.replaceAll(/https?:\/\/\S+/g, '<repository>') ?? `exit ${status}`}`,
        )
      // Renamed in one step, so that two starts at once both find the whole file.
      if (!existsSync(home)) renameSync(building, home)
    } finally {
      rmSync(building, { recursive: true, force: true })
    }
  }
  return join(home, readdirSync(home)[0]!)
}
