// npm run kafka [-- start|stop|status] [--port N] [--data DIR]: a real Apache Kafka for development and tests.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { messageOf } from '../kernel/runtime/errors.ts'
import { startKafka } from './kafka/broker.ts'
import { kafkaAnswers } from './kafka/probe.ts'
import { printHelp } from './print-help.ts'

export const USAGE = `Runs Apache Kafka on this machine, for development and tests. Requires Java 17 or later.

  npm run kafka [-- start]     start a broker in the foreground and print KAFKA_BROKERS
  npm run kafka -- status      show whether the broker runs
  npm run kafka -- stop        stop the broker
      --port N     port (default 9092; 0 picks a free port)
      --data DIR   data folder (default .data/kafka)

Exit codes: 0 done, 1 failed or not running.`
const stateSchema = z.object({ pid: z.int(), port: z.int() })

function readState(file: string): z.output<typeof stateSchema> | undefined {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function start(dir: string, port: number, stateFile: string): Promise<void> {
  const state = readState(stateFile)
  if (state && (await kafkaAnswers(state.port))) throw new Error(`Kafka runs already on 127.0.0.1:${state.port}`)
  if (port !== 0 && (await kafkaAnswers(port))) throw new Error(`another Kafka listens on 127.0.0.1:${port}; choose another --port`)
  mkdirSync(dir, { recursive: true })
  const kafka = await startKafka({ dir, port })
  writeFileSync(stateFile, JSON.stringify({ pid: process.pid, port: Number(kafka.brokers.split(':')[1]) }))
  console.log(`KAFKA_BROKERS=${kafka.brokers}`)
  let asked = false
  const stop = () => {
    asked = true
    kafka.stop().catch((error: unknown) => console.error(messageOf(error)))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  await kafka.ended()
  rmSync(stateFile, { force: true })
  if (!asked) throw new Error(`Kafka ended by itself; see ${join(dir, 'broker.log')}`)
}

async function stop(stateFile: string): Promise<void> {
  const state = readState(stateFile)
  if (!state || !(await kafkaAnswers(state.port))) {
    rmSync(stateFile, { force: true })
    console.log('Kafka does not run')
    return
  }
  process.kill(state.pid, 'SIGTERM')
  while (readState(stateFile)) await sleep(100)
  console.log('Kafka has stopped')
}

async function status(stateFile: string): Promise<void> {
  const state = readState(stateFile)
  const runs = state !== undefined && (await kafkaAnswers(state.port))
  console.log(runs ? `KAFKA_BROKERS=127.0.0.1:${state.port}` : 'Kafka does not run')
  if (!runs) process.exitCode = 1
}

if (import.meta.main) {
  printHelp(USAGE)
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { port: { type: 'string', default: '9092' }, data: { type: 'string', default: '.data/kafka' } },
    })
    const [command = 'start'] = positionals
    const dir = resolve(values.data)
    const stateFile = join(dir, 'running.json')
    const port = Number(values.port)
    if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(USAGE)
    if (command === 'start') await start(dir, port, stateFile)
    else if (command === 'stop') await stop(stateFile)
    else if (command === 'status') await status(stateFile)
    else throw new Error(USAGE)
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  }
}
