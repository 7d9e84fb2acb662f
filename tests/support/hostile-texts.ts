import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'

const HOSTILE = new URL('../../../shared/data/hostile/', import.meta.url)

/** Whether the collections of hostile inputs are here; tells what is skipped where they are not. */
export function hostilePresent(test: string): boolean {
  const present = existsSync(HOSTILE)
  if (!present) console.warn(`${test} is skipped: the collection of hostile inputs is not here`)
  return present
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, HOSTILE), 'utf8'))

/** The naughty strings of the collection, without the empty one. */
export const naughtyStrings = (): string[] =>
  z
    .array(z.string())
    .parse(readJson('blns.json'))
    .filter((text) => text !== '')

/** Tokens that must be refused. */
export const badTokens = () => z.array(z.looseObject({ token: z.string(), note: z.string() })).parse(readJson('jwt_bad.json'))

/** The JSON parsing suite: `n_` must be refused, `y_` taken, `i_` either. */
export function jsonSuite(): { name: string; bytes: Buffer }[] {
  const folder = new URL('jsontestsuite/', HOSTILE)
  return readdirSync(folder).map((name) => ({ name, bytes: readFileSync(new URL(name, folder)) }))
}

/** What is meant to run as script, to reach out, or to leave its attribute, in every way that a page might build markup. */
export const scriptTexts: readonly string[] = [
  '<svg onload=document.title="hit">',
  '<img src=x onerror=document.title="hit">',
  '"><script>document.title="hit"</script>',
  "'-document.title='hit'-'",
  'javascript:document.title="hit"',
  '<a href="javascript:document.title=1">x</a>',
  '</textarea></title><svg/onload=document.title="hit">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=document.title=1&gt;">',
  '<iframe srcdoc="<script>parent.document.title=1</script>">',
  '<link rel=stylesheet href=http://127.0.0.9:9/x.css><style>*{background:url(http://127.0.0.9:9/y)}</style>',
  '![picture](http://127.0.0.9:9/pixel?q=1) [link](javascript:document.title=1)',
  '{{constructor.constructor("document.title=1")()}}',
]

/** Paths, templates, filters, cells and lengths that were trouble elsewhere. */
export const trickyTexts: readonly string[] = [
  ...scriptTexts,
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/etc/passwd',
  'CON',
  'aux.txt',
  'nul\u0000byte',
  'line\r\nX-Injected: 1',
  '__proto__',
  'constructor',
  'é'.repeat(300),
  'x'.repeat(20_000),
  '('.repeat(10_000),
  `name eq '${'a'.repeat(50_000)}'`,
  `${"' or 1 eq 1 or '".repeat(200)}`,
  '{{ range.constructor("return process.version")() }}',
  '{% for i in range(10000000) %}{{ i }}{% endfor %}',
  '{% include "../../etc/passwd" %}',
  '=cmd|" /C calc"!A0',
  '\ud800 a lone surrogate \udfff',
  '\u202e\u2066right to left\u2069\ufeff\uffff',
  '-1e999',
  '9'.repeat(400),
  '2026-99-99T99:99:99Z',
  '*',
  '"unbalanced AND (',
]
