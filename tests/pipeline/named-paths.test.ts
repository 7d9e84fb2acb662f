import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const DOCUMENTS = ['README.md', 'GUIDE.md', 'ARCHITECTURE.md', 'SECURITY.md', 'OPERATIONS.md', 'bench/README.md']
const PATH = /(?<![\w./@-])(?:kernel|services|schemas|scripts|web|tests|bench|clients|demo|deploy)\/[\w./*-]*[\w*]/g
/** Files that "How to" has a reader make. */
const TO_BE_MADE = ['services/thumbnails/consumer.ts', 'services/thumbnails/view.ts', 'services/annex/run.ts', 'services/mills/service.ts']

/** Paths that a text names and that are not there. */
const missing = (text: string) =>
  [...new Set(text.match(PATH))].filter((path) => !TO_BE_MADE.includes(path) && !existsSync(`${root}/${path}`))

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
