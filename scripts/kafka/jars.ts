import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtOnce, runMaven } from './maven.ts'

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

/** Java class path of Kafka, resolved by Maven once and kept in the cache folder. Throws an Error of one line. */
export function kafkaClassPath(): string {
  const home = builtOnce(`kafka-${KAFKA}`, (dir) => {
    writeFileSync(join(dir, 'pom.xml'), POM)
    runMaven(`Kafka ${KAFKA}`, dir, ['dependency:copy-dependencies', `-DoutputDirectory=${join(dir, 'lib')}`, '-DincludeScope=runtime'])
  })
  return join(home, 'lib', '*')
}
