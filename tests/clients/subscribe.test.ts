import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { z } from 'zod'
import type { Broker } from '../../kernel/broker/broker.ts'
import { encodeRecord } from '../../kernel/broker/codec.ts'
import { connectKafkaBroker } from '../../kernel/broker/kafka/kafka.ts'
import { prefixedBroker } from '../../kernel/broker/prefixed.ts'
import { withSchemaRegistry } from '../../kernel/broker/schema-registry.ts'
import { documentProcessed, documentRemoved } from '../../schemas/document-public.ts'
import { defineEvent, type EventDraft, type EventType } from '../../schemas/event.ts'
import { jsonSchemaOf } from '../../schemas/json-schema.ts'
import { kafkaClassPath } from '../../scripts/kafka/jars.ts'
import { compatibilityFaults } from '../../scripts/schemas/compatibility.ts'
import { cacheDir } from '../../scripts/setup.mjs'
import { startApicurio } from '../support/services/apicurio.ts'

const brokers = inject('kafkaBrokers')
const FOLDER = fileURLToPath(new URL('../../clients/subscribe', import.meta.url))
const PREFIX = `subscribe-${randomUUID().slice(0, 8)}.`
const PYTHON_CLIENT = '2.16.1'

/** Python's client of Kafka, in a folder of the cache; undefined where python3 or pip is not there. */
function pythonClient(): string | undefined {
  const folder = join(cacheDir, `confluent-kafka-${PYTHON_CLIENT}`)
  if (existsSync(folder)) return folder
  const building = mkdtempSync(join(tmpdir(), 'millrace-pip-'))
  const args = ['-m', 'pip', 'install', '-q', '--target', building, `confluent-kafka==${PYTHON_CLIENT}`]
  const { status } = spawnSync('python3', args, { stdio: 'ignore' })
  if (status === 0) spawnSync('cp', ['-r', building, folder])
  rmSync(building, { recursive: true, force: true })
  return status === 0 ? folder : undefined
}

const hasCompiler = () => {
  try {
    return execFileSync('java', ['--list-modules'], { encoding: 'utf8' }).includes('jdk.compiler')
  } catch {
    return false
  }
}

interface Language {
  readonly name: string
  readonly command: () => readonly [string, ...string[]] | undefined
  readonly env?: () => Record<string, string>
}

const languages: readonly Language[] = [
  { name: 'TypeScript', command: () => [process.execPath, '--disable-warning=ExperimentalWarning', join(FOLDER, 'subscribe.ts')] },
  {
    name: 'Python',
    command: () => (pythonClient() ? ['python3', join(FOLDER, 'subscribe.py')] : undefined),
    env: () => ({ PYTHONPATH: pythonClient() ?? '' }),
  },
  { name: 'Java', command: () => (hasCompiler() ? ['java', '-cp', kafkaClassPath(), join(FOLDER, 'Subscribe.java')] : undefined) },
]

const processed = (source_file: string, of: { document_id?: string; generation?: number; attempt?: number } = {}) =>
  documentProcessed.make({
    event: 'document.processed',
    document_id: randomUUID(),
    upload_id: randomUUID(),
    generation: 1,
    attempt: 1,
    source_file,
    index: 'documents',
    status: 'completed',
    processing_time_ms: 5,
    metadata: { chunks_created: 1, content_length: 10, processing_errors: [] },
    timestamp: '2026-01-01T00:00:00.000Z',
    webhook_id: null,
    ...of,
  })
const removed = (document_id: string, generation: number) =>
  documentRemoved.make({
    event: 'document.removed',
    document_id,
    upload_id: randomUUID(),
    generation,
    source_file: 'd.txt',
    index: 'documents',
    reason: 'deleted',
    timestamp: '2026-01-01T00:00:00.000Z',
    webhook_id: null,
  })
const recordOf = (event: EventDraft, id: string) => encodeRecord(event, { id, source: '/test', requestId: 'r', time: Date.now() })
const record = (source_file: string, id: string) => recordOf(processed(source_file), id)
const TOPICS = [documentProcessed, documentRemoved].map(({ name }) => ({
  name,
  partitions: 2,
  cleanup: 'delete' as const,
  retention_ms: -1,
}))

/** The same event as a later version of the platform might write it. */
const changed = (fields: Record<string, z.ZodType>): EventType =>
  defineEvent({ ...documentProcessed, schema: documentProcessed.schema.extend(fields), key: () => 'k' })

describe.skipIf(brokers === undefined)('subscribers of document.processed', () => {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-subscribe-'))
  const children = new Set<ChildProcess>()
  let kafka: Broker
  let broker: Broker
  let registry: Awaited<ReturnType<typeof startApicurio>>

  beforeAll(async () => {
    const log = pino({ level: 'silent' })
    kafka = await connectKafkaBroker({ brokers: brokers!.split(','), clientId: 'subscribe', log })
    broker = prefixedBroker(kafka, PREFIX)
    await broker.ensureTopics(TOPICS)
    registry = await startApicurio()
    const framing = await withSchemaRegistry(broker, registry.url, [documentProcessed], PREFIX)
    const twice = record('a.txt', 'e-1')
    await broker.publish([twice])
    await framing.publish([record('b.txt', 'e-2'), twice])
    await broker.publish([record('c.txt', 'e-3')])
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await broker?.close()
    await registry?.stop()
    rmSync(dir, { recursive: true, force: true })
  })

  const start = ({ name, env }: Language, [program, ...args]: readonly [string, ...string[]], group: string, prefix = PREFIX) => {
    const lines: string[] = []
    const settings = {
      KAFKA_BROKERS: brokers ?? '',
      KAFKA_PREFIX: prefix,
      GROUP: `${prefix}${name}-${group}`,
      MIRROR: join(dir, prefix + name),
    }
    const child = spawn(program, args, { env: { ...process.env, ...env?.(), ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
    children.add(child)
    for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => lines.push(line))
    const count = (word: string) => lines.filter((line) => line.startsWith(`${word} `)).length
    const sees = (fresh: number, repeats: number) =>
      vi.waitFor(() => expect([count('new'), count('repeat')], lines.join('\n')).toEqual([fresh, repeats]), {
        timeout: 90_000,
        interval: 50,
      })
    const tells = (...told: readonly string[]) =>
      vi.waitFor(
        () =>
          expect(
            lines.filter((line) => /^(new|older) /.test(line)),
            lines.join('\n'),
          ).toEqual(told),
        {
          timeout: 90_000,
          interval: 50,
        },
      )
    const kill = async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
      children.delete(child)
    }
    return { sees, tells, kill }
  }

  test.concurrent.each(languages)('in $name: framed and plain values, each event once, also after a death', async (language) => {
    const command = language.command()
    if (!command) return console.info(`${language.name} is not on this machine: its subscriber was not run`)
    const first = start(language, command, 'first')
    await first.sees(3, 1)
    await first.kill()
    // A group without offsets begins at the start: what the file knows is not done again.
    const second = start(language, command, 'second')
    await second.sees(0, 4)
    await second.kill()
  })

  test.concurrent.each(
    languages,
  )('in $name: what is older than what is held changes nothing, a removed document last', async (language) => {
    const command = language.command()
    if (!command) return console.info(`${language.name} is not on this machine: its subscriber was not run`)
    const prefix = `${PREFIX}${language.name}.`
    const own = prefixedBroker(kafka, prefix)
    await own.ensureTopics(TOPICS)
    const id = randomUUID()
    let told = 0
    const tell = (event: EventDraft) => own.publish([recordOf(event, `r-${++told}`)])
    await tell(processed('d.txt', { document_id: id, generation: 2 }))
    await tell(processed('d.txt', { document_id: id, generation: 1 }))
    const first = start(language, command, 'first', prefix)
    const lines = [`new ${id} completed`, `older ${id} completed`]
    await first.tells(...lines)
    await tell(removed(id, 2))
    await first.tells(...lines, `new ${id} removed`)
    await first.kill()
    await tell(processed('d.txt', { document_id: id, generation: 2, attempt: 2 }))
    await tell(processed('d.txt', { document_id: id, generation: 3 }))
    const second = start(language, command, 'second', prefix)
    await second.tells(`older ${id} completed`, `new ${id} completed`)
    await second.kill()
  })

  test.each([
    ['a field that must be there', { tenant: z.string() }],
    ['a field of another type', { source_file: z.number() }],
    ['a value less', { status: z.enum(['completed']) }],
  ])('%s is refused by the registry and by the gate', async (_, fields) => {
    expect(compatibilityFaults(jsonSchemaOf(documentProcessed), jsonSchemaOf(changed(fields)))).not.toEqual([])
    await expect(withSchemaRegistry(broker, registry.url, [changed(fields)], PREFIX)).rejects.toThrow(
      /SCHEMA_REGISTRY_URL: the registry did not take the schema of document\.processed: .*incompatible/i,
    )
  })

  test('a field that may be absent is taken by both, and older subscribers read on', async () => {
    const later = changed({ tenant: z.string().optional() })
    expect(compatibilityFaults(jsonSchemaOf(documentProcessed), jsonSchemaOf(later))).toEqual([])
    await withSchemaRegistry(broker, registry.url, [later], PREFIX)
    const level = await fetch(`${registry.url}/config/${PREFIX}document.processed-value`)
    expect(await level.json()).toMatchObject({ compatibilityLevel: 'BACKWARD' })
  })
})
