import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds, type TestDatabase } from '../../tests/support/databases.ts'
import { defineTables, type TablesOf } from './define-tables.ts'

const migration = defineTables('001-shelf', {
  shelves: { columns: { room: 'varchar(20)', number: 'integer', label: 'text?' }, primaryKey: ['room', 'number'] },
  books: {
    columns: { seq: 'serial', isbn: 'varchar(20)', pages: 'bigint?' },
    unique: 'isbn',
    indexes: { books_pages: ['pages'] },
    forgettable: true,
  },
})
type Shelves = TablesOf<typeof migration>

describe.each(databaseKinds)('tables as data on $kind', ({ create }) => {
  let store: TestDatabase
  beforeEach(async () => {
    store = await create()
  })
  afterEach(() => store.dispose())

  test('have the keys, the numbers and the columns that may be null that they say', async () => {
    const database = await store.open()
    await database.migrate([migration])
    const tables = database.tables<Shelves>()
    const shelf = { room: 'attic', number: 1, label: null }
    await tables.insertInto('shelves').values(shelf).execute()
    await expect(tables.insertInto('shelves').values(shelf).execute()).rejects.toThrow()
    await expect(
      tables
        .insertInto('shelves')
        .values({ ...shelf, number: null as unknown as number })
        .execute(),
    ).rejects.toThrow()
    const book = (isbn: string) => ({ isbn, pages: null }) as Shelves['books']
    await tables
      .insertInto('books')
      .values([book('a'), book('b')])
      .execute()
    await expect(tables.insertInto('books').values(book('a')).execute()).rejects.toThrow()
    const books = await tables.selectFrom('books').selectAll().orderBy('seq').execute()
    expect(books).toEqual([
      { seq: 1, isbn: 'a', pages: null },
      { seq: 2, isbn: 'b', pages: null },
    ])
  })
})
