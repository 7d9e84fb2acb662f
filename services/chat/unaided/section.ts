import type { SearchHit } from '../../../kernel/search/search.ts'
import { sentencesOf } from '../../../kernel/text/sentences.ts'
import { textField } from '../retrieval/retrieve.ts'

const ASKED =
  /^what does (?:the )?[“"„']?(.{1,160}?)[”"“']? say (?:about|in|under) (?:the (?:part|section|chapter) )?[“"„'](.{2,160}?)[”"“'][?!.\s]*$/i
const MOST_SENTENCES = 3
const LONGEST = 400

/** The document and the section of it that a question names: "What does “Manual.pdf” say about “Safety”?" */
export function sectionAskedFor(question: string): { document: string; section: string } | undefined {
  const [, document, section] = ASKED.exec(question.trim()) ?? []
  return document && section ? { document, section } : undefined
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The first sentences below the heading of that name, each with its chunk; none where no heading has it. */
export function beginningOf(section: string, chunks: readonly SearchHit[]): { chunk: SearchHit; text: string }[] {
  const heading = plain(section)
  const found: { chunk: SearchHit; text: string }[] = []
  let inside = false
  for (const chunk of chunks) {
    const own = plain((textField(chunk, 'section') ?? '').split(' > ').at(-1) ?? '') === heading
    for (const paragraph of (textField(chunk, 'text') ?? '').split(/\n\s*\n/)) {
      if (plain(paragraph) === heading) {
        inside = true
        continue
      }
      // the next heading ends it: a short line without an end of its own
      if (inside && !own && found.length > 0 && paragraph.length < 100 && !/[.!?:;|]\s*$/.test(paragraph) && !/^[-–•*|\d]/.test(paragraph))
        return found
      if (!inside && !own) continue
      for (const { start, end } of sentencesOf(paragraph)) {
        const text = paragraph
          .slice(start, end)
          .replace(/\s+/g, ' ')
          .replace(/^(?:[-–•*▪◦☐]|\d{1,2}[.)]) /, '')
        if (text.length < 20 || text.length > LONGEST || text.includes('|') || !/\p{L}{3}/u.test(text)) continue
        found.push({ chunk, text })
        if (found.length === MOST_SENTENCES) return found
      }
    }
    if (found.length > 0 && !own) return found
  }
  return found
}
