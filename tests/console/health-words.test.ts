import { expect, test } from 'vitest'

type Services = Record<string, { status: string; behind?: number; detail?: string }>
interface Modules {
  healthWords(services: Services): { works: boolean; words: string; advice?: string }[]
  partName(part: string): string
}
const { healthWords, partName }: Modules = await import(new URL('../../web/pages/health/health-words.js', import.meta.url).href)

const up = { status: 'up' }
const all: Services = {
  ...{ broker: up, database: up, storage: up, search_index: up, disk_space: up, consumers: up, views: up, configuration: up },
  ai_services: { status: 'up', detail: 'embedded, no model' },
}
const failed = (services: Services) => healthWords(services).filter(({ works }) => !works)

test('where everything is up, everything works, and a missing model is told with what to do', () => {
  expect(failed(all)).toEqual([])
  expect(healthWords(all).find(({ words }) => words.includes('No model'))).toMatchObject({
    works: true,
    advice: expect.stringContaining('Settings'),
    path: '/settings',
  })
})

test('what a part that is down stops is said for people, with the server’s own words where it has some', () => {
  expect(failed({ ...all, consumers: { status: 'down' } }).map(({ words }) => words)).toEqual([
    'Accepted files wait: nothing reads them at the moment. None is lost.',
  ])
  const [upload] = failed({ ...all, disk_space: { status: 'down', detail: '12 MB are free' } })
  expect(upload).toEqual({ works: false, words: 'New files are not accepted at the moment.', advice: '12 MB are free' })
  expect(failed({ ...all, database: { status: 'down' } })).toHaveLength(2)
  expect(failed({ ...all, configuration: { status: 'down' } })).toHaveLength(1)
  expect(failed({ ...all, indexed_documents: { status: 'down' } })[0]?.words).toContain('index was lost')
  expect(failed({ ...all, readers: { status: 'down', detail: '3 for webhooks' } })).toEqual([
    { works: false, words: 'Something waits on the log, and nobody takes it.', advice: '3 for webhooks' },
  ])
})

test('what could not be looked at is called neither lost nor up to date', () => {
  const unknown = { status: 'down', detail: 'not known' }
  const words = healthWords({ ...all, views: { status: 'down' }, indexed_documents: unknown, readers: unknown }).map((line) => line.words)
  expect(words.join()).not.toMatch(/lost|nobody takes|is up to date/)
  expect(words).toContain('How old what is shown is cannot be told at the moment.')
})

test('a model is named, and one that does not answer is a failure', () => {
  const words = (detail: string, status = 'up') => healthWords({ ...all, ai_services: { status, detail } }).map((line) => line.words)
  expect(words('llama3.1 at http://127.0.0.1:11434/v1')).toContain('The model answers: llama3.1 at http://127.0.0.1:11434/v1.')
  expect(words('down', 'down')).toContain('The model does not answer; replies fall back to quotes.')
})

test('a lag is told, and a part that this server does not have stops nothing', () => {
  expect(healthWords({ ...all, views: { status: 'up', behind: 3 } }).map(({ words }) => words)).toContain(
    'What is shown is 3 records behind the log and catching up.',
  )
  expect(failed({ broker: up, database: up })).toEqual([])
})

test('a part is called by words, also one that has none yet', () => {
  expect(['indexed_documents', 'watched_folder', 'some_part'].map(partName)).toEqual([
    'Documents in the index',
    'Watched folder',
    'Some part',
  ])
})
