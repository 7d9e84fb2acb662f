import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir } from './setup.mjs'

const KAFKA = '4.1.2'
/** The binding has to be of the slf4j-api version that Kafka brings. */
const SLF4J = '1.7.36'
const JAVA_MAJOR = 17

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>millrace</groupId><artifactId>kafka</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${KAFKA}</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-simple</artifactId><version>${SLF4J}</version></dependency>
  </dependencies>
</project>
`

/** Throws an Error of one line when there is no Java of at least 17. */
export function checkJava(): void {
  const { error, stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' })
  if (error) throw new Error(`Kafka needs Java ${JAVA_MAJOR} or newer, and there is no java on the PATH`)
  const major = Number(/version "(\d+)/.exec(stderr)?.[1])
  if (major < JAVA_MAJOR) throw new Error(`Kafka needs Java ${JAVA_MAJOR} or newer; the java on the PATH is ${major}`)
}

function resolveInto(dir: string): void {
  writeFileSync(join(dir, 'pom.xml'), POM)
  const args = ['-q', '-B', '-f', join(dir, 'pom.xml'), 'dependency:copy-dependencies', `-DoutputDirectory=${join(dir, 'lib')}`]
  const { error, status, stdout } = spawnSync('mvn', [...args, '-DincludeScope=runtime'], { encoding: 'utf8' })
  if (error) throw new Error("Kafka's jars come through Maven, and there is no mvn on the PATH")
  const reason = stdout.split('\n').find((line) => line.startsWith('[ERROR]'))
  // Which mirror a machine uses is its own affair.
  if (status !== 0)
    throw new Error(`Maven could not resolve Kafka ${KAFKA}: ${reason?.replaceAll(/https?:\/\/\S+/g, '<repository>') ?? `exit ${status}`}`)
}

/** Java class path of Kafka, resolved by Maven once and kept in the cache folder. Throws an Error of one line. */
export function kafkaClassPath(): string {
  const home = join(cacheDir, `kafka-${KAFKA}`)
  if (!existsSync(home)) {
    console.error(`set-up: resolving Kafka ${KAFKA} with Maven into ${home}`)
    mkdirSync(cacheDir, { recursive: true })
    const building = mkdtempSync(join(cacheDir, 'kafka-building-'))
    try {
      resolveInto(building)
      // Renamed in one step, so that two starts at once both find whole folders.
      if (!existsSync(home)) renameSync(building, home)
    } finally {
      rmSync(building, { recursive: true, force: true })
    }
  }
  return join(home, 'lib', '*')
}
