import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { checkJava, kafkaClassPath } from './jars.ts'
import { kafkaAnswers } from './probe.ts'

const START_MS = 90_000
const STOP_MS = 15_000
const JVM = ['-Xms96m', '-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn']

export interface RunningKafka {
  /** For KAFKA_BROKERS. */
  readonly brokers: string
  readonly pid: () => number | undefined
  /** Ends the broker in an orderly way; removes its folder when it was a temporary one. */
  stop(): Promise<void>
  /** SIGKILL. */
  kill(): void
  /** Starts again on the same port and folder, ending the broker first when it runs. */
  restart(): Promise<void>
  /** Resolves when the process has ended. */
  ended(): Promise<void>
}

/** One node that is broker and controller, small, on the loopback address, and quick to form groups and to stop. */
const properties = (dir: string, port: number, controllerPort: number): string => `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controllerPort}
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
controller.listener.names=CONTROLLER
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs=${join(dir, 'log')}
auto.create.topics.enable=false
controlled.shutdown.enable=false
group.initial.rebalance.delay.ms=0
offsets.topic.num.partitions=4
offsets.topic.replication.factor=1
transaction.state.log.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
broker.session.timeout.ms=6000
log.cleaner.dedupe.buffer.size=8388608
num.network.threads=2
num.io.threads=4
`

function format(classPath: string, config: string): void {
  const id = randomBytes(16).toString('base64url')
  // In one word with its option: an id may begin with a dash.
  const args = ['-cp', classPath, 'kafka.tools.StorageTool', 'format', '--ignore-formatted', `--cluster-id=${id}`, '-c', config]
  const { status, stdout, stderr } = spawnSync('java', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Kafka could not format its folder: ${`${stdout}${stderr}`.trim().split('\n').at(-1)}`)
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-5).join(' | ')
}

/**
 * Starts a real Apache Kafka (KRaft, one node) and resolves when it serves clients. `port` 0 or absent takes a free one;
 * without `dir` its folder is a temporary one. Throws an Error of one line when Java, Maven or the broker fails.
 */
export async function startKafka(options: { dir?: string; port?: number } = {}): Promise<RunningKafka> {
  checkJava()
  const classPath = kafkaClassPath()
  const temporary = options.dir === undefined
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'millrace-kafka-'))
  const port = options.port || (await freePort())
  const config = join(dir, 'server.properties')
  const logFile = join(dir, 'broker.log')
  mkdirSync(dir, { recursive: true })
  writeFileSync(config, properties(dir, port, await freePort()))
  if (!existsSync(join(dir, 'log', 'meta.properties'))) format(classPath, config)

  let child: ChildProcess | undefined
  let exited: Promise<unknown> = Promise.resolve()
  const kill = () => child?.kill('SIGKILL')

  async function launch(): Promise<void> {
    const log = openSync(logFile, 'a')
    child = spawn('java', [...JVM, `-Dkafka.logs.dir=${dir}`, '-cp', classPath, 'kafka.Kafka', config], { stdio: ['ignore', log, log] })
    closeSync(log)
    const started = child
    exited = new Promise((resolve) => started.once('exit', resolve))
    const deadline = performance.now() + START_MS
    while (!(await kafkaAnswers(port))) {
      if (started.exitCode !== null || started.signalCode !== null) throw new Error(`Kafka ended while starting: ${lastLines(logFile)}`)
      if (performance.now() > deadline) {
        started.kill('SIGKILL')
        throw new Error(`Kafka did not answer within ${START_MS / 1000} s: ${lastLines(logFile)}`)
      }
      await sleep(100)
    }
  }

  async function end(): Promise<void> {
    child?.kill('SIGTERM')
    const timer = setTimeout(kill, STOP_MS)
    await exited
    clearTimeout(timer)
  }

  process.once('exit', kill)
  try {
    await launch()
  } catch (error) {
    if (temporary) rmSync(dir, { recursive: true, force: true })
    throw error
  }
  return {
    brokers: `127.0.0.1:${port}`,
    pid: () => child?.pid,
    kill,
    async stop() {
      await end()
      process.off('exit', kill)
      if (temporary) rmSync(dir, { recursive: true, force: true })
    },
    async restart() {
      if (child?.exitCode === null && child.signalCode === null) await end()
      await exited
      await launch()
    },
    ended: async () => {
      await exited
    },
  }
}
