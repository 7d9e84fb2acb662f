// Follows document.processed and document.removed and keeps a list of documents in mirror.db: node subscribe.ts
// KAFKA_BROKERS (host:port,…), KAFKA_PREFIX where the installation has one, GROUP, MIRROR (the file).
import { DatabaseSync } from 'node:sqlite'
import { Kafka, logLevel } from 'kafkajs'

const { KAFKA_BROKERS = '127.0.0.1:9092', KAFKA_PREFIX = '', GROUP = 'mirror-ts', MIRROR = 'mirror.db' } = process.env
const db = new DatabaseSync(MIRROR)
db.exec(`CREATE TABLE IF NOT EXISTS seen (ce_id TEXT PRIMARY KEY, at TEXT DEFAULT CURRENT_TIMESTAMP) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS documents (document_id TEXT PRIMARY KEY, generation INTEGER NOT NULL, attempt INTEGER NOT NULL, source_file TEXT,
    status TEXT, upload_id TEXT) WITHOUT ROWID`)
const note = db.prepare('INSERT INTO seen (ce_id) VALUES (?) ON CONFLICT DO NOTHING')
// Two topics have no order between them: what is older than what is held changes nothing, and a removed document leaves its row for that.
const keep = db.prepare(`INSERT INTO documents VALUES (:document_id, :generation, :attempt, :source_file, :status, :upload_id)
  ON CONFLICT (document_id) DO UPDATE SET generation = excluded.generation, attempt = excluded.attempt, source_file = excluded.source_file,
    status = excluded.status, upload_id = excluded.upload_id
  WHERE (excluded.generation, excluded.attempt) >= (generation, attempt)`)
/** A removal comes after every attempt of its generation. */
const REMOVAL = Number.MAX_SAFE_INTEGER

interface PublicEvent {
  readonly event: 'document.processed' | 'document.removed'
  readonly document_id: string
  readonly upload_id: string
  readonly source_file: string
  /** Absent in records of before there were generations, as `attempt`. */
  readonly generation?: number
  readonly attempt?: number
  readonly status?: 'completed' | 'failed'
}

const statusOf = ({ event, status = 'completed' }: PublicEvent) => (event === 'document.removed' ? 'removed' : status)

/** What is done with an event, and that it was seen, stand in one transaction: a death in between leaves neither. */
function take(id: string, event: PublicEvent): 'new' | 'repeat' | 'older' {
  const { document_id, upload_id, source_file, generation = 0, attempt = 0 } = event
  const status = statusOf(event)
  db.exec('BEGIN IMMEDIATE')
  try {
    const fresh = note.run(id).changes === 1
    const row = { document_id, generation, attempt: status === 'removed' ? REMOVAL : attempt, source_file, status, upload_id }
    const kept = fresh && keep.run(row).changes === 1
    db.exec('COMMIT')
    return kept ? 'new' : fresh ? 'older' : 'repeat'
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
const topics = ['document.processed', 'document.removed'].map((name) => KAFKA_PREFIX + name)
await consumer.subscribe({ topics, fromBeginning: true })
await consumer.run({
  // An error here leaves the offset where it is: the record comes again.
  async eachMessage({ message: { headers, value } }) {
    const id = String(headers?.ce_id ?? '')
    if (!id || !value) return console.error('left out: a record without ce_id or value')
    const event: PublicEvent = jsonOf(value)
    console.log(`${take(id, event)} ${event.document_id} ${statusOf(event)}`)
  },
})
process.once('SIGTERM', () => consumer.disconnect().then(() => db.close()))
