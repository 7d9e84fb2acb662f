import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PAGES = readdirSync(`${root}/docs`, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
const TOP = ['README.md', 'ARCHITECTURE.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'bench/README.md']
const DOCUMENTS = [...TOP, ...PAGES.map((name) => `docs/${name.replaceAll('\\', '/')}`)]
const PATH = /(?<![\w./@-])(?:kernel|services|schemas|scripts|web|tests|bench|clients|demo|deploy)\/[\w./*-]*[\w*]/g
/** Files that a tutorial or how-to guide has its reader write: examples and generated files. */
const TO_BE_MADE =
  /^(?:services\/(?:thumbnails|mills|annex)\/|schemas\/thumbnail\.ts|web\/pages\/mills\/|services\/agents\/domains\/(?:k12|tap)\/\w+\/(?:next-drill|drill-planner|roster-size|post-critic|word-count)\.)/

/** Paths that a text names and that are not there; of a pattern (`*`, `TOPIC`), the folder before it. */
const missing = (text: string) =>
  [...new Set(text.match(PATH))].filter(
    (path) => !TO_BE_MADE.test(path) && !existsSync(`${root}/${path.replace(/[^/]*(?:\*|TOPIC).*$/, '')}`),
  )

test.each(DOCUMENTS)('every path that %s names is there', (document) => {
  expect(missing(readFileSync(`${root}/${document}`, 'utf8'))).toEqual([])
})

test('every folder of the kernel has a line in the table of layers', () => {
  const named = readFileSync(`${root}/ARCHITECTURE.md`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `kernel/'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(?:kernel\/)?(\w+)`/g)].map((match) => match[1]))
  const files = execFileSync('git', ['ls-files', 'kernel/*/*'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  expect(named.toSorted()).toEqual([...new Set(files.map((path) => path.split('/')[1]))].toSorted())
})
