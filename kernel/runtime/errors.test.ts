import { homedir, tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { withoutPaths } from './errors.ts'

test.each([
  ["ENOENT: no such file or directory, open '/srv/mill race/blobs/a.pdf'", 'ENOENT: no such file or directory, open a file of the server'],
  ["EPERM, rename 'C:\\data\\a' -> 'C:\\data\\b'", 'EPERM, rename a file of the server -> a file of the server'],
  [`cannot find ${process.cwd()}/services/main.ts`, 'cannot find a file of the server'],
  [`at file://${tmpdir()}/x/y.js:1:2`, 'at a file of the server'],
  [`(${homedir()}/key)`, '(a file of the server)'],
])('%s', (message, shown) => {
  expect(withoutPaths(message)).toBe(shown)
})

test.each([
  'POST /api/v2/upload takes application/json',
  "the part '1/2' of word/document.xml",
  'see https://example.org/tmp/x',
])('%s tells nothing of this machine, and stays', (message) => {
  expect(withoutPaths(message)).toBe(message)
})
