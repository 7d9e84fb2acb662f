// Follows document.processed and keeps a list of documents in mirror.db: node subscribe.ts
// KAFKA_BROKERS (host:port,…), KAFKA_PREFIX where the installation has one, GROUP, MIRROR (the file).
import { DatabaseSync } from 'node:sqlite'
import { Kafka, logLevel } from 'kafkajs'

const { KAFKA_BROKERS = '127.0.0.1:9092', KAFKA_PREFIX = '', GROUP = 'mirror-ts', MIRROR = 'mirror.db' } = process.env
const db = new DatabaseSync(MIRROR)
db.exec(`CREATE TABLE IF NOT EXISTS seen (ce_id TEXT PRIMARY KEY, at TEXT DEFAULT CURRENT_TIMESTAMP) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS documents (document_id TEXT PRIMARY KEY, source_file TEXT, status TEXT, upload_id TEXT) WITHOUT ROWID`)
const note = db.prepare('INSERT INTO seen (ce_id) VALUES (?) ON CONFLICT DO NOTHING')
const keep = db.prepare('INSERT OR REPLACE INTO documents (document_id, source_file, status, upload_id) VALUES (?, ?, ?, ?)')

interface Processed {
  readonly document_id: string
  readonly upload_id: string
  readonly source_file: string
  readonly status: 'completed' | 'failed'
}

/** What is done with an event, and that it was seen, stand in one transaction: a death in between leaves neither. */
function take(id: string, event: Processed): boolean {
  db.exec('BEGIN IMMEDIATE')
  try {
    const fresh = note.run(id).changes === 1
    if (fresh) keep.run(event.document_id, event.source_file, event.status, event.upload_id)
    db.exec('COMMIT')
    return fresh
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

/** With a schema registry a value begins with a zero byte and the schema's id. */
const jsonOf = (value: Buffer) => JSON.parse((value[0] === 0 ? value.subarray(5) : value).toString('utf8'))

const kafka = new Kafka({ clientId: GROUP, brokers: KAFKA_BROKERS.split(','), logLevel: logLevel.ERROR, retry: { retries: 30 } })
const consumer = kafka.consumer({ groupId: GROUP })
await consumer.connect()
await consumer.subscribe({ topics: [`${KAFKA_PREFIX}document.processed`], fromBeginning: true })
await consumer.run({
  // An error here leaves the offset where it is: the record comes again.
  async eachMessage({ message: { headers, value } }) {
    const id = String(headers?.ce_id ?? '')
    if (!id || !value) return console.error('left out: a record without ce_id or value')
    const event: Processed = jsonOf(value)
    console.log(`${take(id, event) ? 'new' : 'repeat'} ${event.document_id} ${event.status}`)
  },
})
process.once('SIGTERM', () => consumer.disconnect().then(() => db.close()))
