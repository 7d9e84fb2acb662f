import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lexer, type Token, type Tokens, walkTokens } from 'marked'
import { expect, test } from 'vitest'
import { createAnchors } from '../../kernel/docs/anchor.ts'
import { moreQuestions, readPages } from '../../kernel/docs/pages.ts'
import { blocksOf } from './run-page.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const TOP = [
  'README.md',
  'ARCHITECTURE.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'bench/README.md',
  'clients/python/README.md',
  'clients/typescript/README.md',
]
const pages = readPages()
const markdown = new Map<string, string>([
  ...TOP.map((file) => [file, readFileSync(`${ROOT}${file}`, 'utf8')] as const),
  ...pages.map(({ file, markdown: text }) => [file, text] as const),
])
const files = [...markdown.keys()]
const textOf = (file: string): string => markdown.get(file) ?? ''

/** At most this many lines and words. */
const LIMITS: Readonly<Record<string, { lines: number; words?: number }>> = {
  'README.md': { lines: 150, words: 1000 },
  'ARCHITECTURE.md': { lines: 300 },
}
const MAX_HOW_TO_LINES = 120
const MAX_PARAGRAPH_WORDS = 80
const MAX_SENTENCE_WORDS = 30
/** Words of a private dialect, next to those of American technical English: tell (report), stand (be), beside (next to), anew (again). */
const DIALECT =
  /\b(?:[Tt]ells?|[Tt]old|[Tt]elling|[Ss]tands?|[Ss]tood|[Ss]tanding|anew|[Ww]hoever|[Ww]hatever|[Nn]obody|[Ss]omebody|[Ee]verybody|[Bb]eside)\b|\b(?:MOST|FEWEST|LEAST|LONGEST|SHORTEST|NARROWEST|WIDEST)\b|\bholds? (?:at once|again|from then)\b|\blook(?:ed|s)? (?:whether|again)\b|\bis (?:at it|away|no more)\b/

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
/** As a reader sees it: code as its text, links as their words. */
const plain = (text: string): string => text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, '')
const sentencesOf = (text: string): string[] => plain(text).split(/(?<=[.!?:;])\s+(?=[\p{Lu}`"“(\d])/u)

/** The texts between block boundaries: paragraphs, items of lists, cells of tables. */
function paragraphsOf(text: string): string[] {
  const found: string[] = []
  walkTokens(lexer(text), (token: Token) => {
    if (token.type === 'paragraph' || (token.type === 'text' && 'tokens' in token)) found.push(token.raw)
    if (token.type === 'table')
      for (const row of [(token as Tokens.Table).header, ...(token as Tokens.Table).rows]) found.push(...row.map((cell) => cell.text))
  })
  return found
}

const anchorsOf = (text: string): string[] => {
  const anchorOf = createAnchors()
  const found: string[] = []
  walkTokens(lexer(text), (token: Token) => {
    if (token.type === 'heading') found.push(anchorOf((token as Tokens.Heading).text))
  })
  return found
}
function linksOf(text: string): string[] {
  const found: string[] = []
  walkTokens(lexer(text), (token: Token) => {
    if (token.type === 'link' || token.type === 'image') found.push((token as Tokens.Link).href)
  })
  return found
}

test.each(files)('%s has no paragraph over 80 words', (file) => {
  expect(paragraphsOf(textOf(file)).filter((text) => wordsOf(plain(text)).length > MAX_PARAGRAPH_WORDS)).toEqual([])
})

test.each(files.filter((file) => !file.startsWith('docs/reference/')))('%s has no sentence over 30 words', (file) => {
  const long = paragraphsOf(textOf(file)).flatMap(sentencesOf)
  expect(long.filter((text) => wordsOf(text).length > MAX_SENTENCE_WORDS)).toEqual([])
})

test.each(files)('%s is plain American technical English', (file) => {
  expect(
    textOf(file)
      .split('\n')
      .filter((line) => line.match(DIALECT)),
  ).toEqual([])
})

test.each(Object.entries(LIMITS))('%s is short', (file, { lines, words = Infinity }) => {
  expect(textOf(file).trim().split('\n').length).toBeLessThanOrEqual(lines)
  expect(wordsOf(textOf(file)).length).toBeLessThanOrEqual(words)
})

test.each(files.filter((file) => file.startsWith('docs/how-to/')))('%s is one task on at most 120 lines', (file) => {
  expect(readFileSync(`${ROOT}${file}`, 'utf8').trim().split('\n').length).toBeLessThanOrEqual(MAX_HOW_TO_LINES)
})

test.each(files)('every link of %s leads somewhere', (file) => {
  const broken = linksOf(textOf(file)).filter((link) => {
    if (/^(?:https?|mailto):/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? file : normalize(join(dirname(file), path))
    if (!existsSync(`${ROOT}${target}`)) return true
    return (
      anchor !== undefined &&
      target.endsWith('.md') &&
      !anchorsOf(markdown.get(target) ?? readFileSync(`${ROOT}${target}`, 'utf8')).includes(anchor)
    )
  })
  expect(broken).toEqual([])
})

test('the further questions belong to pages', () => {
  expect(Object.keys(moreQuestions()).filter((path) => !pages.some((page) => page.path === path))).toEqual([])
})

test('each page has its own title, and the map of the manuals leads to every page', () => {
  const titles = pages.map(({ title }) => title)
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  const led = new Set(linksOf(textOf('docs/README.md')).map((link) => normalize(join('docs', link.split('#')[0] ?? ''))))
  expect(pages.map(({ file }) => file).filter((file) => file !== 'docs/README.md' && !led.has(file))).toEqual([])
})

test.each(pages)('$file begins with its title as its only heading of the first level', ({ title, markdown: text }) => {
  const first = lexer(text).filter((token) => token.type === 'heading' && (token as Tokens.Heading).depth === 1)
  expect(first.map((token) => (token as Tokens.Heading).text)).toEqual([title])
})

/** What a command may need that no test has: each one is a command that readers try first. */
const NEEDS = ['docker', 'install', 'internet', 'model', 'pgvector', 'services']
test.each(files)('the commands of %s need nothing unknown', (file) => {
  const needs = blocksOf(textOf(file)).flatMap((block) => block.needs?.split(',') ?? [])
  expect(needs.filter((one) => !NEEDS.includes(one))).toEqual([])
})
