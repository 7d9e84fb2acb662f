import type { SearchHit } from '../../../kernel/search/search.ts'
import { textField } from '../retrieval/retrieve.ts'

const ASKED =
  /^(?:and )?(?:who (?:wrote|has written|authored|is the (?:author|writer) of|are the (?:authors|writers) of|were the authors of|was the (?:author|writer) of)|wer (?:hat|schrieb|verfasste|ist (?:der autor|die autorin) (?:von|des|der)|sind die autoren (?:von|des|der))|qui (?:a écrit|est l['’]auteure? d[eu]|sont les auteur(?:e?s|ices) d[eu]s?)|quién(?:es)? (?:escribió|escribieron|es el autor del?|son los autores del?))\s+(?:the |das |den |die |le |la |l['’]|el )?(.{2,160}?)(?: geschrieben)?[?!.\s]*$/iu
const BYLINE = /^(?:also |written |edited |a (?:book|report|paper) )?by:?\s+(.{3,200})$/i
const BY_ALONE = /^(?:also |written |edited )?by:?$/i
/** Whose place of work stands behind the name. */
const WITH_BODY =
  /^(\p{Lu}[\p{L}’'-]+ (?:\p{Lu}\. )*\p{Lu}[\p{L}’'-]+),? (?=(?:\p{Lu}\p{L}+ )?(?:University|Institute|College|Department|School|Laborator|Inc|Corp|Company))/u
const LABELLED = /^(?:authors?|autor(?:in|en)?|verfasser|auteurs?)\s*[:–-]\s*(.{3,200})$/i
const COPYRIGHT = /(?:copyright|©)\s*(?:©|\(c\))?\s*(?:\d{4}(?:[–-]\d{2,4})?\s*)?(?:by )?((?:\p{Lu}[\p{L}.’'-]+ ?){2,4})/u
const PARTICLE = /^(?:and|und|et|y|de|van|von|der|den|la|le|di|da|del|al|bin|&)$/i
const NAME_PART = /^\p{Lu}[\p{L}.’'-]*$/u
const MOST_LINES = 60

/** The work whose author a question asks for, or undefined. */
export const workAskedFor = (question: string): string | undefined => ASKED.exec(question.trim())?.[1]

/** Who the beginning of a document says has written it: the line itself, the name in it, and its chunk. */
export function bylineOf(chunks: readonly SearchHit[]): { chunk: SearchHit; names: string; line: string } | undefined {
  const lines = chunks
    .flatMap((chunk) => (textField(chunk, 'text') ?? '').split(/\n+/).map((line) => ({ chunk, line: line.trim() })))
    .filter(({ line }) => line)
    .slice(0, MOST_LINES)
  for (const [i, { chunk, line }] of lines.entries()) {
    // "by" may stand in a line of its own
    for (const next of BY_ALONE.test(line) ? lines.slice(i + 1, i + 3) : []) {
      const writer = isNames(next.line, 1) ? next.line : WITH_BODY.exec(next.line)?.[1]
      if (writer) return { ...next, names: writer }
    }
    const names = (BYLINE.exec(line) ?? LABELLED.exec(line))?.[1]
    if (names && isNames(names, 1)) return { chunk, names, line }
  }
  const several = lines.find(({ line }) => line.includes(',') && isNames(line, 2))
  if (several) return { ...several, names: several.line }
  for (const { chunk, line } of lines) {
    const names = COPYRIGHT.exec(line)?.[1]?.trim()
    if (names) return { chunk, names, line }
  }
  return undefined
}

/** Whether a line holds nothing but names of people, so many of two words at least. */
function isNames(line: string, least: number): boolean {
  const people = line
    .replace(/[∗*†‡§+#$\d⋆]+/gu, ' ')
    .split(/,|;| and | und | et | y /)
    .map((part) => part.trim().split(/\s+/).filter(Boolean))
    .filter((words) => words.length > 0)
  const whole = people.filter(
    (words) => words.length >= 2 && words.length <= 5 && words.every((word) => NAME_PART.test(word) || PARTICLE.test(word)),
  )
  return whole.length >= least && whole.length >= 0.8 * people.length
}
