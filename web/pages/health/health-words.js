import { capital, plural } from '../../parts/format.js'

const PARTS = {
  broker: 'Event log',
  database: 'Database',
  storage: 'File storage',
  search_index: 'Search index',
  indexed_documents: 'Documents in the index',
  disk_space: 'Disk space',
  blobs: 'Files and their installation',
  webhooks: 'Webhooks',
  ai_services: 'Language model',
  views: 'Views of the log',
  consumers: 'Workers',
  readers: 'Readers of the log',
  configuration: 'Configuration',
  store: 'Tables of the database',
  log: 'History of the log',
  watched_folder: 'Watched folder',
  clock: 'Clock of the machine',
}
/** What people call a part of the health report. */
export const partName = (part) => PARTS[part] ?? capital(part.replaceAll('_', ' '))

const isUp = (service) => !service || service.status === 'up'
const behindOf = (services) => Object.values(services).reduce((most, { behind = 0 }) => Math.max(most, behind), 0)

/**
 * What people can do right now, in words, with what to do where they cannot. A part that this server does not have stops nothing.
 * @param {Record<string, { status: string, behind?: number, detail?: string }>} services of GET /api/v2/health
 * @returns {{ works: boolean, words: string, advice?: string, path?: string }[]} `path`: the page where that is done
 */
export function healthWords(services) {
  const down = (...names) => names.filter((name) => !isUp(services[name]))
  // What could not be looked at is not lost: the part that does not answer is told above.
  const known = (name) => down(name).filter(() => services[name].detail !== 'not known')
  const cannotUpload = down('broker', 'database', 'storage', 'disk_space', 'views', 'store', 'log')
  const cannotRead = down('consumers', 'broker')
  const cannotSearch = down('search_index', 'database')
  const model = services.ai_services
  const behind = behindOf(services)
  const line = (causes, works, fails) =>
    causes.length === 0 ? { works: true, words: works } : { works: false, words: fails, advice: adviceOf(causes[0], services) }
  return [
    line(cannotUpload, 'Files are accepted.', 'New files are not accepted at the moment.'),
    line(
      cannotRead,
      'Accepted files are read and become searchable.',
      'Accepted files wait: nothing reads them at the moment. None is lost.',
    ),
    line(cannotSearch, 'Questions are looked up in the documents.', 'Questions cannot be looked up at the moment.'),
    !model
      ? undefined
      : !isUp(model)
        ? { works: false, words: 'The model does not answer; replies fall back to quotes.', advice: adviceOf('ai_services', services) }
        : model.detail?.includes('no model')
          ? {
              works: true,
              words: 'No model is connected: answers quote the documents.',
              advice: 'Connect one in Settings.',
              path: '/settings',
            }
          : { works: true, words: model.detail ? `The model answers: ${model.detail}.` : 'The model answers.' },
    behind > 0
      ? { works: true, words: `What is shown is ${plural(behind, 'record')} behind the log and catching up.` }
      : line(down('views'), 'What is shown is up to date with the log.', 'How old what is shown is cannot be told at the moment.'),
    ...known('indexed_documents').map(() => ({
      works: false,
      words: 'Documents that are called searchable are not found: their index was lost.',
      advice: adviceOf('indexed_documents', services),
    })),
    ...known('readers').map(() => ({
      works: false,
      words: 'Something waits on the log, and nobody takes it.',
      advice: adviceOf('readers', services),
    })),
    ...down('configuration').map(() => ({
      works: false,
      words: 'The configuration file cannot be used; the values before it hold.',
      advice: adviceOf('configuration', services),
    })),
  ].filter(Boolean)
}

const ADVICE = {
  broker: 'The event log does not answer: look at its broker, or at the disk.',
  database: 'The database does not answer: see that it runs and DATABASE_URL is right.',
  storage: 'The file storage cannot be written: look at the disk or the storage account.',
  disk_space: 'The disk is nearly full: delete documents or make room.',
  views: 'The views are still catching up with the log: wait a moment.',
  consumers: 'No worker moves: see that the worker processes run.',
  readers: 'Nobody takes what waits: see that the worker processes run.',
  search_index: 'The search index does not answer.',
  ai_services: 'See that its server runs, and the address under Settings.',
  configuration: 'The log of the server names the line.',
}
const adviceOf = (name, services) => services[name]?.detail ?? ADVICE[name] ?? 'The log of the server says why.'
