import { expect, test } from 'vitest'
import { searchPages } from './search-pages.ts'
import { indexSections } from './section-index.ts'
import { sectionsOf } from './sections.ts'

const page = (path: string, markdown: string, { questions = [] as string[], internal = false } = {}) =>
  sectionsOf({ file: `docs/${path}.md`, path, title: path, internal, questions, markdown })

test('a page is found by its questions, which are not part of its text, and a misspelled word by the nearest one', async () => {
  const index = await indexSections([
    ...page('rye', '# rye\nOpen the sluice.\n## Clean up\nSweep the floor.', { questions: ['Why is my bread hard?'] }),
    ...page('wheat', '# wheat\nClose the sluice.'),
  ])
  const titles = async (query: string) => (await index.find(query, { top: 3, internal: true })).map(({ title }) => title)
  expect(await titles('My bread is so hard')).toEqual(['rye'])
  expect(await titles('sweep')).toEqual(['rye › Clean up'])
  expect(await titles('opening the sluise')).toEqual(['rye', 'wheat'])
  expect(await titles('How can I do this?')).toEqual([])
  expect(await titles('GraphQL')).toEqual([])
  expect((await index.find('bread', { top: 1, internal: true }))[0]?.text).toBe('Open the sluice.')
})

test('links count for the page that they lead to', async () => {
  const index = await indexSections([
    ...page('rye', '# rye\nRye.\n## Next steps\nSee [bake hard bread](bread.md).'),
    ...page('bread', '# bread\nBake it until it is hard.'),
  ])
  expect((await index.find('hard bread', { top: 3, internal: true })).map(({ title }) => title)).toEqual(['bread'])
})

test('a reader finds what is written for readers like them', async () => {
  const index = await indexSections([...page('rye', '# rye\nMill.'), ...page('wheat', '# wheat\nMill.', { internal: true })])
  expect((await index.find('mill', { top: 3, internal: false })).map(({ title }) => title)).toEqual(['rye'])
  expect((await index.find('mill', { top: 3, internal: true })).map(({ title }) => title)).toEqual(['rye', 'wheat'])
})

test('sections of one page that match share a passage, the best first', async () => {
  const index = await indexSections([
    ...page('rye', '# rye\nIntro.\n## Grind\nGrind the rye.\n## Sift\nSift ground rye, then sift rye again.'),
    ...page('wheat', `# wheat\nRye. ${'Wheat. '.repeat(50)}`),
  ])
  const passages = await index.findPassages('sift rye', { top: 2, internal: true })
  expect(passages.map(({ title, text }) => [title, text])).toEqual([
    ['rye › Sift', 'Sift ground rye, then sift rye again.\n\n**Grind**\n\nGrind the rye.\n\n**rye**\n\nIntro.'],
    ['wheat', expect.stringMatching(/^Rye/)],
  ])
})

test('queries take turns with other work of the process', async () => {
  const index = await indexSections(page('rye', '# rye\nMill.'))
  let found = 0
  const all = Promise.all(Array.from({ length: 5 }, () => index.find('mill', { top: 1, internal: true }).then(() => found++)))
  for (const _ of Array.from({ length: 5 })) {
    const before = found
    await new Promise(setImmediate)
    expect(found - before).toBeLessThanOrEqual(1)
  }
  await all
  expect(found).toBe(5)
})

test('the search of the pages shows each page once, with its best section', async () => {
  const found = await searchPages('upload a file', 5)
  expect(found.map(({ path }) => path)).toContain('how-to/upload-documents')
  expect(new Set(found.map(({ path }) => path)).size).toBe(found.length)
  expect(found[0]).toEqual({
    path: expect.any(String),
    title: expect.any(String),
    heading: expect.any(String),
    anchor: expect.any(String),
    excerpt: expect.stringMatching(/upload|file/i),
  })
  expect(await searchPages('xyzzy')).toEqual([])
})
