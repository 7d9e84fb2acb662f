import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalog } from '../../schemas/catalog.ts'
import { parseTopics, readTopics } from './topics.ts'

const text = readFileSync(new URL('../../topics.yaml', import.meta.url), 'utf8')

test('topics.yaml and the catalog name the same events', () => {
  const topics = readTopics().map(({ name }) => name)
  expect(topics.toSorted()).toEqual(catalog.map(({ name }) => name).toSorted())
})

test('a wrong entry is named with its place', () => {
  const broken = text.replace('partitions: 6', 'partitions: 0').replace('visibility: internal', 'visibility: secret')
  expect(() => parseTopics(broken)).toThrow(/topics\.0\.partitions.*\n.*topics\.0\.visibility/)
})

test('a topic named twice and an unknown entry are refused', () => {
  expect(() => parseTopics(text.replace('document.progressed', 'document.received'))).toThrow(/named once/)
  expect(() => parseTopics(text.replace('    owner: uploads', '    owner: uploads\n    color: red'))).toThrow(/color/)
})
