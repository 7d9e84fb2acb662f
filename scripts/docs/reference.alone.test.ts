import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { variables } from '../../kernel/runtime/env.ts'
import { errorTable } from '../../kernel/runtime/errors.ts'
import { workErrors } from '../../kernel/runtime/work-errors.ts'
import { documentErrorCodes } from '../../schemas/document-error-codes.ts'
import { issueCodes } from '../../services/chat/issue-codes.ts'
import { configurationRows } from './reference/configuration.ts'
import { commandVariables, readByOthers } from './reference/other-variables.ts'
import { table } from './reference/page.ts'
import { outOfDate, referenceFiles } from './reference.ts'

const ROOT = new URL('../../', import.meta.url)
const page = (name: string): string => readFileSync(new URL(`docs/reference/${name}.md`, ROOT), 'utf8')
/** The codes in the first column of the tables below a heading. */
const codesBelow = (text: string, heading: string): string[] => {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? '')
}
const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.mjs'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^(?:kernel|services|scripts)\//.test(file) && !/\.(?:test|fixture)\.ts$|testing\//.test(file))
const textOf = (file: string): string => {
  try {
    return readFileSync(new URL(file, ROOT), 'utf8')
  } catch {
    return '' // deleted and not committed yet
  }
}

test('the pages are those of the code', async () => {
  expect(outOfDate(await referenceFiles()), 'out of date: npm run docs').toEqual([])
})

test('tables escape what would end a cell', () => {
  expect(table(['a'], [['x | y\n  z']])).toBe('| a |\n|---|\n| x \\| y z |')
})

test('the errors page has every code of the tables, and no other', () => {
  const text = page('errors')
  expect(codesBelow(text, 'HTTP errors')).toEqual(Object.keys(errorTable))
  expect(codesBelow(text, 'Document errors').toSorted()).toEqual(documentErrorCodes.toSorted())
  expect(codesBelow(text, 'Chat issues')).toEqual(Object.keys(issueCodes))
  expect(codesBelow(text, 'Run errors')).toEqual(Object.keys(workErrors))
})

test('every code of a WorkError is explained', () => {
  const known = new Set([...Object.keys(workErrors), ...documentErrorCodes, ...Object.keys(errorTable)])
  const used = sources.flatMap((file) => [...textOf(file).matchAll(/new WorkError\(\s*'(\w+)'/g)].map((match) => match[1] ?? ''))
  expect(used.length).toBeGreaterThan(50)
  expect([...new Set(used)].filter((code) => !known.has(code))).toEqual([])
})

test('the environment page has every variable, and variables of commands are read', () => {
  const text = page('environment')
  expect(variables.filter((name) => !text.includes(`\n| \`${name}\` |`))).toEqual([])
  const all = sources.map(textOf).join('\n')
  expect([...commandVariables, ...readByOthers].filter(([name]) => !all.includes(name) && !/^(?:AWS_|OTEL_|NODE_)/.test(name))).toEqual([])
})

test('every setting and every field of an event is described', () => {
  const rows = [...configurationRows().values()].flat()
  expect(rows.filter(({ description }) => description === '').map(({ key }) => key)).toEqual([])
  const text = page('topics-and-events')
  expect(text.split('\n').filter((line) => /^\| `[\w.[\]]+` \|/.test(line) && /\|\s*\|$/.test(line))).toEqual([])
})
