import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultIndexSpec } from '../default-index.ts'
import type { SearchIndex } from '../search.ts'
import { chunkOf, createFixture, DIMENSIONS, newIndexName } from './contract-fixture.ts'

/** The suite that every adapter of the search port passes which knows the words of an index. */
export function wordsContract(name: string, open: () => Promise<{ search: SearchIndex; dispose(): Promise<void> }>): void {
  describe(`words of an index: ${name}`, () => {
    let search: SearchIndex
    let dispose: () => Promise<void>
    const index = newIndexName()
    const like = async (word: string) => search.wordsLike?.(index, word)
    beforeAll(async () => {
      ;({ search, dispose } = await open())
      const { created, put } = createFixture(search)
      await created(defaultIndexSpec(index, DIMENSIONS))
      await put(index, 'a', 1, chunkOf('a', 0, { text: 'Sholes patented the typewriter. The typewriter is loud.' }))
      await put(
        index,
        'b',
        1,
        chunkOf('b', 0, { text: 'The carburettor.' }),
        chunkOf('b', 1, { text: 'Carburettors, and a cartographer.' }),
      )
      await put(index, 'c', 1, chunkOf('c', 0, { text: 'The president of Belarus.' }))
    })
    afterAll(async () => dispose())

    test.each([
      ['typwriter', 'typewrit'],
      ['ytpewriter', 'typewrit'],
      ['patentd', 'patent'],
      ['presidnt', 'presid'],
      ['belaruss', 'belaru'],
      ['carburetor', 'carburettor'],
    ])('%s may mean a word of the stem %s', async (word, stem) => {
      expect((await like(word))?.[0]).toBe(stem)
    })

    test.each(['typewriter', 'loudness', 'lod', 'quixotic', '1849', '', "x'; --"])('%j means nothing else', async (word) => {
      expect(await like(word)).toEqual([])
    })

    test('words of what is deleted are none; an unknown index is told', async () => {
      await search.deleteDocument(index, { document_id: 'b', epoch: 2 })
      expect(await like('carburetor')).toEqual([])
      await expect(search.wordsLike?.(`${index}-absent`, 'carburetor')).rejects.toMatchObject({ code: 'not_found' })
    })
  })
}
