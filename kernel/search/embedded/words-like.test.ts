import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitedSearch } from '../../access/limited-search.ts'
import { limitsOf } from '../../access/limits.ts'
import { defaultIndexSpec } from '../default-index.ts'
import type { SearchIndex } from '../search.ts'
import { openEmbeddedSearch } from './open-embedded-search.ts'

let dir: string
let search: SearchIndex
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'words-'))
  search = await openEmbeddedSearch({ dir, log: pino({ level: 'silent' }) })
  await search.createIndex(defaultIndexSpec('documents', 8))
  const add = async (id: string, text: string, confidentiality: string) =>
    search.replaceDocument(
      'documents',
      { document_id: id, epoch: 1 },
      (async function* () {
        yield [{ id, fields: { id, document_id: id, text, confidentiality } }]
      })(),
    )
  await add('a', 'Sholes patented the typewriter. The typewriter is loud.', 'public')
  await add('c', 'Seedlings lean to the light. They ordered a readiness check.', 'public')
  await add('b', 'The secret carburettor.', 'secret')
})
afterAll(async () => {
  await search.close()
  await rm(dir, { recursive: true, force: true })
})

test('words that only documents beyond the limits hold are not told', async () => {
  const access = { claim: 'confidentiality', without_claim: 'all', unlabelled: 'hidden' } as const
  const config = { access: { confidentiality: access, business_unit: { ...access, claim: 'business_unit' }, keys: {} } }
  const limited = limitedSearch(search, limitsOf({ claims: { confidentiality: ['public'] } } as never, config as never))
  expect(await limited.wordsLike('documents', 'carburetor')).toEqual([])
  expect(await limited.wordsLike('documents', 'typwriter')).toEqual(['typewrit'])
  expect(await limited.wordsLike('documents', 'seedlngs')).toEqual(['seedl'])
  expect(await limited.wordsLike('documents', 'readines')).toEqual(['readi'])
  expect(await limited.wordsLike('documents', 'ordrd')).toEqual(['order'])
})
