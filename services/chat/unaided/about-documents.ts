import { presence } from '../../../kernel/llm/extractive/match.ts'
import { readQuestion, tellingOf } from '../../../kernel/llm/extractive/question/question.ts'
import type { Reading } from '../../../kernel/llm/llm.ts'
import type { SearchHit } from '../../../kernel/search/search.ts'
import { stemsOf } from '../../../kernel/text/terms.ts'
import { textField } from '../retrieval/retrieve.ts'
import { nameOf } from './documents.ts'

const THEM = '(?:documents?|files?|papers?|sources?|reports?|texts?|pdfs?|dokumente?n?|dateien|fichiers?|documentos?|archivos?)'
const HAVE =
  '(?:do you (?:have|know|hold|contain|see)|have you(?: got)?|are (?:there|available|indexed|uploaded|stored|here)|can you (?:read|see|search|access)|exist|did i upload|(?:were|was|are) uploaded|hast du|gibt es|kennst du|as-tu|avez-vous|y a-t-il|hay|tienes|conoces)'
const LISTED = new RegExp(
  `^(?:what|which|welche|quels?|quelles|qué|cuáles)(?: \\p{L}+)? ${THEM} ${HAVE}|^(?:please )?(?:list|show|name|give)(?: me)?(?: all)?(?: of)?(?: the| my| your| available| uploaded)* ${THEM}$|^what (?:is|do you have) in (?:your|the|my) (?:index|library|knowledge base|collection|database)|^what do you (?:know|have)(?: about)?$|^(?:what|which ${THEM}|what ${THEM}) (?:can|may|could|do) (?:i|we|you) (?:(?:ask|question|search|read|query|answer|talk)(?: (?:you|me|questions))?|have|see|know|cover)(?: (?:about|from|in|for))?(?: here)?$`,
  'iu',
)
const COUNTED = new RegExp(`^(?:how many|wie viele|combien de|cuántos) ${THEM}(?: ${HAVE}|$)`, 'iu')
const ABOUT = new RegExp(
  `^(?:what|which|are there(?: any)?|do you have(?: any)?|is there (?:a|any)|list(?: all)?|find(?: all| me)?|show me(?: all)?|welche|in welchen|quels?|qué)(?: of)?(?: the| your| my)* ${THEM}(?: ${HAVE})?(?: (?:that|which|do|does|is|are))? ?(?:talks?|speaks?|mentions?|contains?|says?|deals?|discuss(?:es)?|covers?|about|with|on|regarding|describes?|includes?|erwähn(?:t|en)|sprechen|handeln|parlent|mentionnent|hablan|mencionan)(?: (?:about|of|with|on|over|von|über|de|du|sobre))?(?: the)? (.{2,200}?)\\s*$|^where (?:is|are) (.{2,100}?) (?:mentioned|discussed|described|covered)$`,
  'iu',
)
/** Documents that a reply names. */
const MOST_NAMED = 40

const bare = (question: string): string =>
  question
    .trim()
    .replace(/[?!.\s]+$/u, '')
    .replace(/^[¿¡]/u, '')

/** Whether a question asks what documents there are; `count`: how many. */
export function asksForDocuments(question: string): 'list' | 'count' | undefined {
  const asked = bare(question)
  if (topicOf(question) !== undefined) return undefined
  return COUNTED.test(asked) ? 'count' : LISTED.test(asked) ? 'list' : undefined
}

/** What the documents that are looked for should be about; undefined for other questions. */
export function topicOf(question: string): string | undefined {
  const match = ABOUT.exec(bare(question))
  return match?.[1] ?? match?.[2]
}

/** The names of the documents. */
export function listDocuments(hits: readonly SearchHit[], total: number): Omit<Reading, 'texts'> & { text: string } {
  if (total === 0) return { kind: 'none', text: 'There are no documents yet. Bring some in on the page Upload.' }
  const names = hits.slice(0, MOST_NAMED).map((hit) => `- ${nameOf(hit)}`)
  const more = total > names.length ? `\n… and ${total - names.length} more.` : ''
  return { kind: 'answer', text: `${total === 1 ? 'There is 1 document' : `There are ${total} documents`}:\n${names.join('\n')}${more}` }
}

/** The documents of which a passage says the topic, each once with the marker of that passage. */
export function documentsAbout(topic: string, hits: readonly SearchHit[]): Omit<Reading, 'texts'> & { text: string } {
  const question = readQuestion(topic)
  const telling = tellingOf(question)
  const wanted = telling.length > 0 ? telling : question.terms
  const said = new Set<string>()
  const lines = hits.flatMap((hit, i) => {
    const document = textField(hit, 'document_id') ?? hit.id
    const stems = new Set(stemsOf([textField(hit, 'title'), textField(hit, 'section'), textField(hit, 'text')].join('\n')))
    const holds = wanted.length > 0 && wanted.every((term) => presence(term, stems) >= 0.9)
    if (!holds || said.has(document)) return []
    said.add(document)
    return [`- ${nameOf(hit)} [${i + 1}]`]
  })
  if (lines.length === 0) return { kind: 'none', text: `I found no document that speaks of ${topic}.` }
  return {
    kind: 'answer',
    text: `${lines.length === 1 ? 'One document speaks' : `${lines.length} documents speak`} of ${topic}:\n${lines.join('\n')}`,
  }
}
