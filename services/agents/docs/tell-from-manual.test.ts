import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findSections, type Manual, openManual } from './manual.ts'
import { partsOf } from './parts.ts'
import { operationSections, sectionsOf } from './sections.ts'
import { NOTHING, tellFromManual } from './tell-from-manual.ts'

const README = sectionsOf('README.md', readFileSync(new URL('../../../README.md', import.meta.url), 'utf8'))
const operations = operationSections([
  { method: 'DELETE', path: '/documents/{id}', summary: 'Remove a document and every chunk of it', description: undefined },
  { method: 'GET', path: '/documents/{id}', summary: 'A document', description: 'With an entity tag.' },
])
const tell = (manual: Manual, question: string) => tellFromManual(manual, question)?.text ?? NOTHING

test('parts are clean Markdown: rows with their header, commands with the lines that belong to them, sentences without emphasis', () => {
  const parts = partsOf(
    `Of **two** wheels *one* turns; see [the mill](mill.md). \`a | b\` stays.\n\n- *Bread.* It is baked.\n\n| part | what | |\n|---|:---:|---|\n| \`A\\|B\` | it **grinds** | |\n\n\`\`\`sh\ncurl -d '{\n  "a": 1 }'\nls \\\n  -l\n\`\`\``,
  )
  expect(parts.map(({ kind, text }) => [kind, text])).toEqual([
    ['sentence', 'Of two wheels one turns; see the mill.'],
    ['sentence', '`a | b` stays.'],
    ['sentence', 'Bread.'],
    ['sentence', 'It is baked.'],
    ['row', '`A|B` – what: it grinds'],
    ['code', '```sh\ncurl -d \'{\n  "a": 1 }\'\n```'],
    ['code', '```sh\nls \\\n  -l\n```'],
  ])
})

test('questions about the product are told in its own words, and what it does not speak of is not', async () => {
  const manual = await openManual([...README, ...operations])
  expect(tell(manual, 'How do I start Millrace?')).toMatch(/^```sh\nnpm start {2}.*\n```\n\[1\]/)
  expect(tell(manual, 'What port does it listen on and how do I change it?')).toMatch(/^`HOST`, `PORT` – default: `127\.0\.0\.1`, `8080`/)
  expect(tell(manual, 'What is a dead letter?')).toContain('becomes a dead letter')
  expect(tell(manual, 'How do I delete a document?')).toContain('`DELETE /documents/{id}`: Remove a document and every chunk of it. [')
  expect(tell(manual, 'What does SUBSCRIPTION_KEYS look like?')).toContain('`name:key,…`')
  for (const question of ['Can I run it on Windows?', 'Does it support GraphQL?', 'Millrace?', '?', 'x'.repeat(4_000), '|'.repeat(4_000)])
    expect(tell(manual, question)).toBe(NOTHING)
})

test('what is written for users comes before what is written for others', async () => {
  const said = '# Grain\nThe grain is weighed in the morning.'
  const manual = await openManual([
    ...sectionsOf('ARCHITECTURE.md', said),
    ...sectionsOf('OPERATIONS.md', said),
    ...sectionsOf('README.md', said),
  ])
  expect(tellFromManual(manual, 'When is the grain weighed?')?.sections.map(({ source }) => source)).toEqual(['README.md'])
  expect(findSections(manual, 'grain', 2)).toHaveLength(2)
})

test('what is asked as a heading asks it is answered by what stands below, from its beginning', async () => {
  const manual = await openManual(
    sectionsOf(
      'GUIDE.md',
      '# Guide\n### How do I grind or mill rye?\n```sh\nmill rye\n```\nThen sift it.\n### How often is rye ground?\nTwice a day, and rye that is old is ground once.\n### Where is flour kept?\nIn sacks.',
    ),
  )
  expect(tell(manual, 'How can I mill rye?')).toBe('```sh\nmill rye\n```\n[1]\n\nThen sift it. [1]')
  expect(tell(manual, 'How often is the rye ground?')).toBe('Twice a day, and rye that is old is ground once. [1]')
  expect(tell(manual, 'Where is the flour of the cat?')).toBe(NOTHING)
})
