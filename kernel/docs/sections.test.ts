import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'
import { plainText, sectionsOf } from './sections.ts'

const page = (markdown: string) =>
  sectionsOf({ file: 'docs/how-to/mill.md', path: 'how-to/mill', title: 'Mill', internal: false, questions: ['Who mills?'], markdown })

test('a page is cut at its headings, with the anchors that GitHub gives them, and a # in code begins no section', () => {
  const sections = page(
    '# Mill\nIntro.\n## Start `it`, now\nFirst.\n```sh\n# no heading\n```\n### Deep\nDeeper.\n## See [other](x.md)\nLast.\n## Deep\nAgain.',
  )
  expect(sections.map(({ title, place, text }) => [title, place?.anchor, text])).toEqual([
    ['Mill', '', 'Intro.'],
    ['Mill › Start it, now', 'start-it-now', 'First.\n```sh\n# no heading\n```'],
    ['Mill › Start it, now › Deep', 'deep', 'Deeper.'],
    ['Mill › See other', 'see-other', 'Last.'],
    ['Mill › Deep', 'deep-1', 'Again.'],
  ])
  expect(sections[1]).toMatchObject({ source: 'docs/how-to/mill.md', page: 'Mill', internal: false, questions: ['Who mills?'] })
  expect(sections[1]?.place).toEqual({ path: 'how-to/mill', heading: 'Start it, now', anchor: 'start-it-now' })
})

test('long sections are cut at paragraphs, long tables at rows with their header, and code is kept whole', () => {
  const long = (word: string) => Array<string>(200).fill(word).join(' ')
  expect(page(`${long('rye')}\n\n${long('wheat')}`).map(({ text }) => text)).toEqual([long('rye'), long('wheat')])
  const rows = Array.from({ length: 40 }, (_, i) => `| \`grain_${i}\` | ${'ground '.repeat(10)}|`)
  const tables = page(['| Name | Meaning |', '|---|---|', ...rows].join('\n'))
  expect(tables.length).toBeGreaterThan(1)
  for (const { text } of tables) expect(text.split('\n').slice(0, 2)).toEqual(['| Name | Meaning |', '|---|---|'])
  expect(tables.flatMap(({ text }) => text.split('\n').slice(2))).toEqual(rows)
  const code = `\`\`\`sh\n${'mill rye\n\n'.repeat(400)}\`\`\``
  expect(page(`Before.\n\n${code}`).map(({ text }) => text)).toEqual(['Before.', code])
})

test('plain text has no links and no emphasis outside of code', () => {
  expect(plainText('Of **two** wheels *one* turns; see [the mill](mill.md). `a ** [b](c)` 2 * 3 a_b')).toBe(
    'Of two wheels one turns; see the mill. `a ** [b](c)` 2 * 3 a_b',
  )
})

test('an excerpt shows the place with most of the words', () => {
  const text = `${'Rye is milled. '.repeat(20)}\n\n- The **sluice** opens the [mill](mill.md).\n\n${'Wheat. '.repeat(60)}`
  const excerpt = excerptOf(text, 'how is the sluice of a mill opened', 80)
  expect(excerpt).toContain('The sluice opens the mill.')
  expect(excerpt).toMatch(/^… .* …$/)
  expect(excerpt.length).toBeLessThanOrEqual(90)
  expect(excerptOf('Short.', 'nothing of it', 80)).toBe('Short.')
})
