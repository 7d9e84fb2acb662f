import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { seededRandom } from '../../../scripts/seeded-random.ts'
import { watchedDisk } from '../../store/watched-disk.fixture.ts'
import { createTopic, readAll, record, startReader, textOf } from '../contract/contract-fixture.ts'
import { type EmbeddedBroker, openEmbeddedBroker } from './embedded.ts'

const log = pino({ level: 'silent' })
const WAL = 'log.db-wal'
const SECTOR = 512
const PARTITIONS = 3

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-power-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

async function opened(dir: string): Promise<EmbeddedBroker> {
  const broker = await openEmbeddedBroker({ dir, log })
  onTestFinished(() => broker.close())
  return broker
}

/** Of what was written and not flushed, a power failure leaves any sectors, in any order, or others' old bytes. */
function afterPowerLoss(sure: Buffer, written: Buffer, random: () => number): Buffer {
  const length = sure.length + Math.floor(random() * (written.length - sure.length + 1))
  const left = Buffer.from(written.subarray(0, length))
  for (let at = sure.length; at < length; at += SECTOR) {
    const fate = random()
    if (fate < 0.3) left.fill(0, at, Math.min(at + SECTOR, length))
    else if (fate < 0.5) left.fill(Math.floor(random() * 256), at, Math.min(at + SECTOR, length))
  }
  return left
}

/** A text that tells whether it is whole. */
const sealed = (id: string, size: number): string => {
  const text = `${id} ${'x'.repeat(size)}`
  return `${text} ${createHash('sha256').update(text).digest('hex')}`
}
const isWhole = (text: string): boolean => {
  const end = text.lastIndexOf(' ')
  return createHash('sha256').update(text.slice(0, end)).digest('hex') === text.slice(end + 1)
}

test.each(
  Array.from({ length: 12 }, (_, i) => i + 1),
)('what was acknowledged or read outlives a power failure at any moment, and nothing is there by half (seed %i)', async (seed) => {
  const random = seededRandom(seed)
  const dir = temporaryFolder()
  const disk = await watchedDisk(join(dir, WAL), () => Math.floor(random() * 12))
  onTestFinished(disk.restore)
  const broker = await opened(dir)
  const topic = await createTopic(broker, { partitions: PARTITIONS })
  const reader = await startReader(broker, { topics: [topic] })
  const acknowledged = new Map<string, string>()
  const publish = async (n: number) => {
    const value = sealed(String(n), Math.floor(random() * 3000))
    const [at] = await broker.publish([record(topic, `key-${n % 7}`, value)])
    acknowledged.set(`${at!.partition}/${at!.offset}`, value)
  }
  const under: Promise<void>[] = []
  const last = 20 + Math.floor(random() * 150)
  for (let n = 0; n < last; n++) {
    under.push(publish(n))
    for (let turns = Math.floor(random() * 4); turns > 0; turns--) await turn()
  }
  // The power fails here.
  const torn = temporaryFolder()
  copyFileSync(join(dir, 'log.db'), join(torn, 'log.db'))
  writeFileSync(join(torn, WAL), afterPowerLoss(disk.sure(), readFileSync(join(dir, WAL)), random))
  const told = new Map(acknowledged)
  const seen = reader.values()
  await Promise.all(under)
  await reader.stop()
  disk.restore()

  const after = await opened(torn)
  const records = await readAll(after, topic)
  expect(records.filter((one) => !isWhole(textOf(one)))).toEqual([])
  const there = new Map(records.map((one) => [`${one.partition}/${one.offset}`, textOf(one)]))
  expect([...told].filter(([place, value]) => there.get(place) !== value)).toEqual([])
  const values = new Set(there.values())
  expect(seen.filter((value) => !values.has(value))).toEqual([])
  // Without a gap, and the next one follows.
  for (const { partition, earliest, latest } of await after.partitions(topic)) {
    const offsets = records.filter((one) => one.partition === partition).map(({ offset }) => offset)
    expect([earliest, offsets.length]).toEqual([0n, Number(latest)])
    expect(offsets).toEqual(offsets.map((_, i) => BigInt(i)))
  }
  const [next] = await after.publish([record(topic, 'key-1', sealed('next', 10))])
  expect(next!.offset).toBe(BigInt(records.filter((one) => one.partition === next!.partition).length))
})

test('what a process that was killed had written and not flushed is on the disk before the next one shows it', async () => {
  const dir = temporaryFolder()
  const before = await opened(dir)
  const topic = await createTopic(before, { partitions: 1 })
  await before.publish([record(topic, 'key', 'written')])
  const left = temporaryFolder()
  for (const file of ['log.db', WAL]) copyFileSync(join(dir, file), join(left, file))
  const written = readFileSync(join(left, WAL))
  expect(written.length).toBeGreaterThan(0)

  const disk = await watchedDisk(join(left, WAL))
  onTestFinished(disk.restore)
  const next = await opened(left)
  expect(disk.sure().subarray(0, written.length).equals(written)).toBe(true)
  expect((await readAll(next, topic)).map(textOf)).toEqual(['written'])
})
