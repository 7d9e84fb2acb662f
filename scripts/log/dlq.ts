// npm run dlq -- [list | groups | show ID | redrive | discard] [filters]: dead letters on a terminal, on a running server.
import { parseArgs } from 'node:util'
import { failureWords } from './failure-words.ts'
import { type Ask, operatorServer, SERVER_USAGE } from './operator-server.ts'
import { tableOf } from './print-table.ts'

export const USAGE = `Lists, redrives and discards dead letters: records whose delivery failed for good.

  npm run dlq                          list open dead letters, the latest failure first
  npm run dlq -- groups                group them by reason
  npm run dlq -- show ID               show one with its record and history
  npm run dlq -- redrive [filters]     send records to their consumers again
      --rate N        records per second
      --reason TEXT   reason for the audit record
      --dry-run       only count the records
  npm run dlq -- discard [filters]     give records up; they remain readable

Filters:
      --id ID         one dead letter (repeatable)
      --topic NAME    --consumer NAME    --code CODE    --kind KIND    --key KEY    --state STATE
      --since TIME    --until TIME
      --page N        page of a list

${SERVER_USAGE}
Exit codes: 0 done, 1 failed, 2 wrong usage.`

const FILTERS = ['topic', 'consumer', 'code', 'kind', 'key', 'state', 'since', 'until'] as const
const text = { type: 'string' } as const
const options = {
  ...{ topic: text, consumer: text, code: text, kind: text, key: text, state: text, since: text, until: text },
  ...{ rate: text, reason: text, page: text, server: text },
  id: { type: 'string', multiple: true },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const

const rowsOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value : [])

async function list(ask: Ask, query: URLSearchParams): Promise<string> {
  if (!query.has('state')) query.set('state', 'open')
  const { items, pagination, counts } = await ask(`/admin/dlq?${query}`)
  const rows = rowsOf(items).map(({ id, code, consumer, key, failed_at, redrives, message }) => [
    id,
    failed_at,
    code,
    consumer,
    key,
    redrives,
    message,
  ])
  if (rows.length === 0 && query.get('page') === null) {
    const none = `No dead letter is ${query.get('state')}${query.size > 1 ? ' that these filters fit' : ''}.`
    return query.size > 1 ? `${none} "npm run dlq -- groups" shows what there is.` : none
  }
  const { total_items: total, page, total_pages: pages } = pagination as Record<string, number>
  const table = tableOf(['id', 'failed at', 'code', 'consumer', 'key', 'redrives', 'message'], rows)
  return `${rows.length > 0 ? `${table}\n` : ''}${total} ${query.get('state')}, page ${page} of ${pages}; by code ${JSON.stringify((counts as { code: object }).code)}`
}

async function groups(ask: Ask, query: URLSearchParams): Promise<string> {
  const { items } = await ask(`/admin/dlq/groups?${query}`)
  const rows = rowsOf(items).map(({ count, states, code, message, consumers, last_at }) => [
    ...[count, JSON.stringify(states), code, Object.keys(consumers as object).join(' '), last_at, message],
  ])
  if (rows.length === 0) return 'No dead letters.'
  return tableOf(['count', 'states', 'code', 'consumers', 'last', 'message of one'], rows)
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [command = 'list', id, ...rest] = positionals
  if (values.help || rest.length > 0) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  const ask = operatorServer(process.env, values.server)
  const filter = Object.fromEntries(FILTERS.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))
  const query = new URLSearchParams({ ...filter, ...(values.page ? { page: values.page } : {}) })
  switch (command) {
    case 'list':
      console.log(await list(ask, query))
      return 0
    case 'groups':
      console.log(await groups(ask, query))
      return 0
    case 'show':
      if (id === undefined) throw new Error('show needs the id of a dead letter; npm run dlq lists them')
      console.log(JSON.stringify(await ask(`/admin/dlq/${encodeURIComponent(id ?? '')}`), null, 2))
      return 0
    case 'redrive':
    case 'discard': {
      const { rate, reason } = values
      if (!values.id && Object.keys(filter).length === 0)
        throw new Error(
          `${command} what? Name ids (--id) or a filter (--${FILTERS.join(', --')}); "npm run dlq -- groups" shows what there is`,
        )
      const body = {
        ...filter,
        ...(values.id ? { ids: values.id } : {}),
        ...(rate ? { rate: Number(rate) } : {}),
        ...(reason ? { reason } : {}),
        dry_run: values['dry-run'],
      }
      const done = await ask(`/admin/dlq/${command}`, body)
      const word = command === 'redrive' ? 'redriven' : 'discarded'
      console.log(values['dry-run'] ? `${done.matched} would be ${word}` : `${done[word]} of ${done.matched} ${word}`)
      if (done.matched === 0 && !values.state) console.log('Only open ones are taken; --state redriven or --state discarded takes those.')
      return 0
    }
    default:
      console.log(USAGE)
      return 2
  }
}

if (import.meta.main) {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    console.error(failureWords(error))
    process.exitCode = 1
  }
}
