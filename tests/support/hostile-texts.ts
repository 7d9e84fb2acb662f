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

const texts = (kind: string, all: readonly (string | readonly number[])[]) =>
  all.map((text, n) => ({ name: `${kind}_${n}`, bytes: typeof text === 'string' ? Buffer.from(text, 'utf8') : Buffer.from(text) }))

/** By the productions of RFC 8259: what has to be taken. */
const VALID_JSON: readonly string[] = [
  ...['{}', '[]', '""', '0', '-0', '-0.1', '1E+2', '1e-2', '123.456e78', 'true', 'false', 'null', '"word"', ' [ 1 ,\t2\r\n] \n'],
  ...['[[[[[]]]]]', '{"":0}', '{"a":{"b":[null,true,false]}}', '{"a":1,"a":2}', '["\u20ac\ud834\udd1e"]', '"\u2028\u2029"'],
  ...['"\\u0061\\n\\t\\"\\\\\\/\\b\\f\\r"', '"\\uD83D\\uDE00"', '{"\\u0000":"\\u0000"}', '"<script>"', '[1,2.5,-3e4]', '{"a b":"c d"}'],
]
/** What has to be refused. */
const INVALID_JSON: readonly (string | readonly number[])[] = [
  ...[' ', '{', '[', ']', '}', '{]', '[}', '[1', '[1,]', '[,1]', '[1,,2]', '[1;2]', '[1 2]', '[]]', '[][]', '{}}', '1 2', '[1]x', '[1],'],
  ...['{"a"}', '{"a":}', '{"a":1,}', '{,"a":1}', '{"a":1,,"b":2}', '{a:1}', "{'a':1}", '{"a" 1}', '{"a":1 "b":2}', '{"a";1}', '{1:1}'],
  ...['+1', '01', '-01', '-', '--1', '.5', '1.', '-.5', '1.e3', '1e', '1e+', '1ea', '0x1f', '1_000', '1,5', '1 000', 'NaN', 'Infinity'],
  ...['-Infinity', 'tru', 'TRUE', 'True', 'nul', 'nulls', 'undefined', 'word', '"', '"open', "'word'", '`word`', '"a" "b"', '"a"b'],
  ...['"\\', '"\\"', '"\\x00"', '"\\a"', '"\\u"', '"\\u00"', '"\\u00g0"', '"\\u{61}"', '"a\tb"', '"a\nb"', '"a\u0000b"', '"a\u001fb"'],
  ...['// no\n1', '/* no */1', '# no\n1', '<a>1</a>', '\u00a01', '\u20601', '[1]\u000b', '(1)', '[...[1]]', '{"a":1}{"b":2}', '@', '*'],
  ...[
    [0x5b, 0xff, 0x5d],
    [0x7b, 0x22, 0xe9],
  ],
]
/** What each parser may see in its own way. */
const EITHER_JSON: readonly (string | readonly number[])[] = [
  ...['"\\uD800"', '"\\uDE00\\uD83D"', '1e400', '-1e400', '123456789012345678901234567890', '['.repeat(500) + ']'.repeat(500)],
  ...['\ufeff{}', [0x22, 0xff, 0x22], [0x22, 0xc0, 0xaf, 0x22], [0xff, 0xfe, 0x5b, 0, 0x5d, 0], [0x5b, 0, 0x5d, 0]],
]

/** JSON texts: `n_` must be refused, `y_` taken, `i_` either. With the collection, where it is here. */
export function jsonSuite(): { name: string; bytes: Buffer }[] {
  const folder = new URL('jsontestsuite/', HOSTILE)
  const collected = existsSync(folder) ? readdirSync(folder) : []
  return [
    ...texts('y', VALID_JSON),
    ...texts('n', INVALID_JSON),
    ...texts('i', EITHER_JSON),
    ...collected.map((name) => ({ name, bytes: readFileSync(new URL(name, folder)) })),
  ]
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
