import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noticesOf } from './notices.ts'
import { root } from './setup.mjs'

test('a section for each package that runs with the product, none for tools and for what is not installed', () => {
  const packages = {
    '': { version: '1' },
    'node_modules/b': { version: '2', license: 'MIT' },
    'node_modules/x/node_modules/@s/a': { version: '1', license: 'ISC' },
    'node_modules/tool': { version: '3', dev: true },
    'node_modules/elsewhere': { version: '4' },
  }
  const texts: Record<string, string[]> = {
    'node_modules/b': ['text of b\n'],
    'node_modules/x/node_modules/@s/a': [],
    'node_modules/tool': [],
  }
  const notices = noticesOf(packages, (path) => texts[path])
  expect(notices.split(`\n${'='.repeat(72)}\n`)).toEqual([
    `@s/a 1 (ISC)\n${'-'.repeat(72)}\nThe package comes without the text of its licence.\n`,
    `b 2 (MIT)\n${'-'.repeat(72)}\ntext of b\n`,
  ])
})

test('the licence of the project is the one that package.json names', () => {
  const { license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(license).toBe('Apache-2.0')
  expect(readFileSync(join(root, 'LICENSE'), 'utf8')).toMatch(/^\s*Apache License\s+Version 2\.0/)
})
