import { expect, it } from 'vitest'
import { readArguments } from './arguments.ts'
import { UsageError } from './find-files.ts'

const read = (line: string, environment = {}) => readArguments(line ? line.split(' ') : [], environment)

it('reads an ingest with all of its options', () => {
  expect(read('ingest a b --index plans --replace --doc-type policy --tag x --tag y --concurrency 2 --server http://h:1')).toEqual({
    name: 'ingest',
    server: { url: 'http://h:1', key: undefined, token: undefined },
    paths: ['a', 'b'],
    index: 'plans',
    replace: true,
    title: undefined,
    docType: 'policy',
    tags: ['x', 'y'],
    concurrency: 2,
  })
})

it('takes server, key and token from the environment, and --server before it', () => {
  const environment = { MILLRACE_URL: 'http://e:2', MILLRACE_KEY: 'k', MILLRACE_TOKEN: 't' }
  expect(read('status id', environment)).toMatchObject({ server: { url: 'http://e:2', key: 'k', token: 't' } })
  expect(read('status id --server http://s:3', environment)).toMatchObject({ server: { url: 'http://s:3' } })
  expect(read('status id')).toMatchObject({ server: { url: 'http://127.0.0.1:8080' } })
  expect(read('status id', { PORT: '8391' })).toMatchObject({ server: { url: 'http://127.0.0.1:8391' } })
  expect(read('status id', { PORT: '8391', ...environment })).toMatchObject({ server: { url: 'http://e:2' } })
})

it('shows the help when nothing or --help is given', () => {
  expect([read(''), read('--help'), read('ask -h'), read('help')]).toEqual(Array.from({ length: 4 }, () => ({ name: 'help' })))
})

it.each([
  ['fetch x', 'no command "fetch"'],
  ['ingest', 'at least one file'],
  ['ask', 'one question'],
  ['ask one two', 'one question'],
  ['ask q --top 0', '--top is a whole number'],
  ['ask q --top 1.5', '--top is a whole number'],
  ['ask q --json --stream', '--json or --stream'],
  ['ask q --replace', '--replace does not belong to ask'],
  ['status', 'one upload id'],
  ['ask q --server 127.0.0.1', 'not an http address'],
  ['ingest a --colour', 'colour'],
])('refuses %s', (line, reason) => {
  expect(() => read(line)).toThrow(UsageError)
  expect(() => read(line)).toThrow(reason)
})
