import { expect, test } from 'vitest'
import { safeName } from './safe-name.ts'

test.each([
  ['report.pdf', '', 'report.pdf'],
  ['C:\\mail\\report.pdf', '', 'report.pdf'],
  ['a/../../etc/passwd', 'application/octet-stream', 'passwd'],
  ['', 'application/pdf; charset=x', 'file.pdf'],
  ['..', 'text/html', 'file.html'],
  ['page', 'TEXT/HTML', 'page.html'],
  ['a\u0000\nb.txt', '', 'a b.txt'],
  ['release 1.2', 'application/pdf', 'release 1.2.pdf'],
  [`${'é'.repeat(90)}.docx`, '', `${'é'.repeat(35)}.docx`],
  ['🙂'.repeat(40), '', '🙂'.repeat(20)],
  ['a. b', 'application/pdf', 'a. b.pdf'],
  // looked through once
  [`a.${'A'.repeat(1_000_000)} `, '', `a.${'A'.repeat(38)}`],
  [`a.${'A'.repeat(1_000_000)} b`, '', `a.${'A'.repeat(38)}`],
])('%j with the type %j is %j', (given, type, name) => {
  expect(safeName(given, type, 'file', 40)).toBe(name)
})
