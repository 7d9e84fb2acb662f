// Preloaded into a process of the product that is to die, as by SIGKILL, at the moment that DIE_AT names.
import kafkajs from 'kafkajs'
import pg from 'pg'

const die = () => process.kill(process.pid, 'SIGKILL')
/** The statement before or after which it dies. */
const STATEMENTS = {
  'before-claim': ['before', 'insert into "document_claims"'],
  'before-keep': ['before', 'update "claims" set "value" = $1, "kept"'],
  'after-keep': ['after', 'update "claims" set "value" = $1, "kept"'],
}
const [when, statement] = STATEMENTS[process.env.DIE_AT ?? ''] ?? []
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (...args) {
  const text = typeof args[0] === 'string' ? args[0] : args[0]?.text
  const meant = statement !== undefined && typeof text === 'string' && text.startsWith(statement)
  if (meant && when === 'before') die()
  const result = query.apply(this, args)
  if (meant && when === 'after') result.then(die)
  return result
}

/** The topic before or after whose record it dies. */
const RECORDS = {
  'before-publish': ['before', 'document.received'],
  'after-publish': ['after', 'document.received'],
  'before-cleared': ['before', 'index.cleared'],
  'after-cleared': ['after', 'index.cleared'],
}
const [side, topicName] = RECORDS[process.env.DIE_AT ?? ''] ?? []

const { producer } = kafkajs.Kafka.prototype
kafkajs.Kafka.prototype.producer = function (...args) {
  const made = producer.apply(this, args)
  const dying = (send, topicsOf) => async (message) => {
    const meant = topicName !== undefined && topicsOf(message).some((topic) => topic.endsWith(topicName))
    if (meant && side === 'before') die()
    const sent = await send(message)
    if (meant && side === 'after') die()
    return sent
  }
  return {
    ...made,
    send: dying(made.send, ({ topic }) => [topic]),
    sendBatch: dying(made.sendBatch, ({ topicMessages }) => topicMessages.map(({ topic }) => topic)),
  }
}
