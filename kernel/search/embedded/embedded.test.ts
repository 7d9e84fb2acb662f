import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLogger } from '../../runtime/log.ts'
import { searchContract } from '../contract/contract.ts'
import { buildsContract } from '../contract/contract-builds.ts'
import { batches, chunkOf, vectorOf } from '../contract/contract-fixture.ts'
import { wordsContract } from '../contract/contract-words.ts'
import { defaultIndexSpec } from '../default-index.ts'
import type { SearchIndex } from '../search.ts'
import { IN_MEMORY } from './open-database.ts'
import { openEmbeddedSearch } from './open-embedded-search.ts'

const log = createLogger('CRITICAL')
const folder = () => mkdtemp(join(tmpdir(), 'millrace-search-'))

const openOne = async () => {
  const dir = await folder()
  const search = await openEmbeddedSearch({ dir, log })
  return {
    search,
    async dispose() {
      await search.close()
      await rm(dir, { recursive: true })
    },
  }
}
searchContract('embedded', openOne)
searchContract('embedded in memory', async () => {
  const search = await openEmbeddedSearch({ dir: IN_MEMORY })
  return { search, dispose: () => search.close() }
})
wordsContract('embedded', openOne)

buildsContract('embedded', async () => {
  const dir = await folder()
  return { open: () => openEmbeddedSearch({ dir, log }), dispose: () => rm(dir, { recursive: true }) }
})

describe('embedded search across processes', () => {
  let dir: string
  let search: SearchIndex
  const children: ChildProcess[] = []
  const writer = fileURLToPath(new URL('./write-forever.fixture.ts', import.meta.url))
  const spawn = (...args: string[]) => {
    const child = fork(writer, [dir, ...args], { execArgv: ['--disable-warning=ExperimentalWarning'] })
    children.push(child)
    return child
  }
  const open = () => openEmbeddedSearch({ dir, log })
  const words = async () => {
    const { hits, total } = await search.search('docs', { text: 'word', top: 1000, count: true })
    expect(hits.length).toBe(total)
    return { total, epochs: [...new Set(hits.map((h) => h.fields.title))] }
  }

  const rowCount = () => {
    const db = new DatabaseSync(join(dir, 'search.db'))
    try {
      return db.prepare('SELECT count(*) AS n FROM chunks').get()?.n
    } finally {
      db.close()
    }
  }

  /** Waits until what no search sees is removed. */
  const rowsAre = (count: number) => vi.waitFor(() => expect(rowCount()).toBe(count), 10_000)

  /** How many chunks there are of each kind of document, then of each tag. */
  const facets = async () => {
    const asked = ['doc_type', 'tags'].map((field) => ({ field, count: 10 }))
    const { facets } = await search.search('docs', { top: 0, facets: asked })
    return [facets?.doc_type ?? [], facets?.tags ?? []].map((found) => found.map(({ count }) => count).join(' ')).join(', ')
  }

  beforeEach(async () => {
    dir = await folder()
    search = await open()
    await search.createIndex(defaultIndexSpec('docs', 4))
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await search.close()
    await rm(dir, { recursive: true })
  })

  test('a reader sees what another process commits, whole documents only', async () => {
    const child = spawn('20')
    const seen = new Set<string>()
    let done = false
    child.on('exit', () => {
      done = true
    })
    while (!done) {
      const { total, epochs } = await words()
      if (total) expect([total, epochs.length]).toEqual([250, 1])
      seen.add(String(epochs[0]))
      expect([', ', '250, 250 50 50 50 50 50']).toContain(await facets())
      await new Promise(setImmediate)
    }
    expect(await words()).toEqual({ total: 250, epochs: ['epoch 20'] })
    expect(seen.size).toBeGreaterThan(3)
    expect((await search.search('docs', { vector: vectorOf(1), top: 500 })).hits.length).toBe(250)
  })

  test('two writers at once leave one whole epoch', async () => {
    const exits = [spawn('15'), spawn('15')].map((child) => once(child, 'exit'))
    for (const [code] of await Promise.all(exits)) expect(code).toBe(0)
    expect(await words()).toEqual({ total: 250, epochs: ['epoch 15'] })
    await search.close()
    search = await open()
    await rowsAre(250)
  })

  test('a writer killed at any moment leaves the old document or the new one', async () => {
    for (let round = 0; round < 6; round++) {
      await search.close()
      const child = spawn('1000000')
      // The child tells of each batch; another number of them passes before each kill.
      await new Promise<void>((resolve) => {
        let left = 3 + round * 2
        child.on('message', () => {
          if (--left === 0) resolve()
        })
      })
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      search = await open()
      const { total, epochs } = await words()
      expect(total === 0 || (total === 250 && epochs.length === 1)).toBe(true)
      await rowsAre(total ?? 0)
      const db = new DatabaseSync(join(dir, 'search.db'))
      expect(db.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok')
      db.close()
    }
  })

  test('a document does not wait until the rows of another one are removed', async () => {
    const put = (id: string, count: number) =>
      search.replaceDocument('docs', { document_id: id, epoch: 1 }, batches(Array.from({ length: count }, (_, i) => chunkOf(id, i, {}))))
    await put('large', 1500)
    const deleted = search.deleteDocument('docs', { document_id: 'large', epoch: 1 })
    await put('small', 1)
    expect(rowCount()).toBeGreaterThan(1)
    await deleted
    // A deletion is not told before its own rows are gone.
    expect(rowCount()).toBe(1)
  })

  test('a reader that fell behind the kept changes loads anew', async () => {
    const reader = await open()
    const write = (epoch: number) =>
      search.replaceDocument('docs', { document_id: 'a', epoch }, batches([chunkOf('a', 0, { text: 'word', title: `epoch ${epoch}` })]))
    await write(1)
    expect((await reader.search('docs', { text: 'word', top: 5 })).hits.length).toBe(1)
    await write(2)
    await write(3)
    const db = new DatabaseSync(join(dir, 'search.db'))
    db.exec('DELETE FROM changes WHERE seq < (SELECT max(seq) FROM changes)')
    db.close()
    expect((await reader.search('docs', { text: 'word', top: 5 })).hits.map((h) => h.fields.title)).toEqual(['epoch 3'])
    await reader.close()
  })

  test('one opened for reading only refuses writes', async () => {
    const reader = await openEmbeddedSearch({ dir, log, readonly: true })
    await expect(reader.clearIndex('docs')).rejects.toThrow('reading only')
    expect(await reader.listIndexes()).toHaveLength(1)
    await reader.close()
  })
})
