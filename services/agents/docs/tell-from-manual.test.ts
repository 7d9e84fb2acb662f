import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTopics } from '../../../kernel/broker/topics.ts'
import { findSections, type Manual, openManual } from './manual.ts'
import { partsOf } from './parts.ts'
import { errorSections, fieldSections, headerSections, topicSections } from './reference.ts'
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

test('another wording of a heading leads to what stands below it, and is no part of what is said', async () => {
  const manual = await openManual(
    sectionsOf(
      'GUIDE.md',
      '# Guide\n### How do I grind rye?\n<!-- asked: Why is my bread hard? | Who bakes? -->\n\nSlowly.\n### Where is flour kept?\nIn sacks.',
    ),
  )
  for (const question of ['How can I grind rye?', 'Why is the bread so hard?', 'Who bakes it?'])
    expect(tell(manual, question)).toBe('Slowly. [1]')
})

test('fields, headers, errors and topics are told from what the API and the catalogue say of themselves', async () => {
  const api = {
    paths: {
      '/grain': {
        post: {
          summary: 'Bring grain',
          parameters: [{ $ref: '#/components/parameters/MillId' }],
          requestBody: { content: { 'multipart/form-data': { schema: { $ref: '#/components/schemas/Grain' } } } },
        },
      },
    },
    components: {
      parameters: { MillId: { name: 'X-Mill', in: 'header', description: 'Names the mill' } },
      schemas: {
        Grain: {
          properties: { sort: { enum: ['rye', 'wheat'], default: 'rye' }, sacks: { minimum: 1, maximum: 1_000 } },
          required: ['sacks'],
        },
      },
    },
  }
  expect(fieldSections(api).map(({ text }) => text)).toEqual([
    'Form of `POST /grain` (Bring grain): it accepts the fields `sort`, `sacks` (required).',
    '`sort` of `POST /grain` (Bring grain): Optional, values `rye`, `wheat`, default `rye`.',
    '`sacks` of `POST /grain` (Bring grain): Required, at least 1, at most 1,000.',
  ])
  const manual = await openManual([
    ...README,
    ...fieldSections(api),
    ...headerSections(api),
    ...errorSections(),
    ...topicSections(readTopics()),
  ])
  expect(tell(manual, 'Which fields does the grain form take?')).toContain('accepts the fields `sort`')
  expect(tell(manual, 'Which header names the mill?')).toContain('`X-Mill`')
  expect(tell(manual, 'What is the code of a body that is over its limit?')).toContain('413')
  expect(tell(manual, 'Which topic says that a document was deleted?')).toMatch(/^Topic `document\.removed`, public: .* 30 days\. \[1\]/)
})

test('verbs of two words are read as the one that stands in the manual', async () => {
  const manual = await openManual(
    sectionsOf('M.md', '# Mill\n## How do I start the mill?\nOpen the sluice.\n## How do I delete old grain?\nBurn it.'),
  )
  expect(tell(manual, 'How do I kick off the mill?')).toContain('sluice')
  expect(tell(manual, 'How do I get rid of old grain?')).toContain('Burn')
  expect(tell(manual, 'How do I throw old grain away?')).toContain('Burn')
  // what stands for another word in a letter does not in a manual
  const clients = await openManual(sectionsOf('M.md', '# Mill\n## How do clients send keys?\nIn a header.'))
  expect(tell(clients, 'How do I send keys to customers?')).toBe(NOTHING)
})
