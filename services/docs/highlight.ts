import { escapeHtml } from '../../kernel/http/reply/compose-page.ts'

const STRING = String.raw`(?<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|${'`'}(?:\\.|[^${'`'}\\])*${'`'})`
const NUMBER = String.raw`(?<number>\b\d[\d_]*(?:\.\d+)?\b)`
const keywords = (words: string): string => `(?<keyword>\\b(?:${words.replaceAll(' ', '|')})\\b)`
const language = (...parts: string[]): RegExp => new RegExp(parts.join('|'), 'gm')

const HASH_COMMENT = String.raw`(?<comment>(?<=^|\s)#.*$)`
const SCRIPT = language(
  String.raw`(?<comment>\/\/.*$|\/\*[\s\S]*?\*\/)`,
  STRING,
  keywords(
    'import from export const let function return async await new if else for of in while try catch throw class extends type interface true false null undefined',
  ),
  NUMBER,
)
const SHELL = language(
  HASH_COMMENT,
  String.raw`(?<string>"(?:\\.|[^"\\])*"|'[^']*')`,
  String.raw`(?<keyword>\$\{?\w+\}?|(?<=^|\s)(?:export|if|then|fi|for|do|done|while)(?=\s|$))`,
)
const LANGUAGES: Readonly<Record<string, RegExp>> = {
  sh: SHELL,
  bash: SHELL,
  json: language(String.raw`(?<keyword>"(?:\\.|[^"\\])*"(?=\s*:))`, STRING, keywords('true false null'), NUMBER),
  js: SCRIPT,
  ts: SCRIPT,
  python: language(
    HASH_COMMENT,
    STRING,
    keywords(
      'import from as def return async await if elif else for in while try except raise with class lambda not and or None True False',
    ),
    NUMBER,
  ),
  yaml: language(HASH_COMMENT, STRING, String.raw`(?<keyword>^\s*(?:- )?[\w.-]+(?=:))`, keywords('true false null'), NUMBER),
}

/** Returns code as HTML, with a `<span>` of a class (`comment`, `string`, `keyword`, `number`) around what its language names. */
export function highlight(code: string, name: string): string {
  const pattern = LANGUAGES[name]
  if (!pattern) return escapeHtml(code)
  let html = ''
  let from = 0
  for (const { 0: text, index, groups = {} } of code.matchAll(pattern)) {
    const kind = Object.keys(groups).find((group) => groups[group] !== undefined)
    html += `${escapeHtml(code.slice(from, index))}<span class="${kind}">${escapeHtml(text)}</span>`
    from = index + text.length
  }
  return html + escapeHtml(code.slice(from))
}
