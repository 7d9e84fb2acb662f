import { sentencesOf } from '../../../kernel/text/sentences.ts'
import { isFunctionWord } from '../../../kernel/text/terms.ts'
import { wordsOf } from '../../../kernel/text/words.ts'

/** Markers of sources: `[1]`, `[2, 3]`. */
export const MARKER = /\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]/g

/** A sentence of an answer with its place: `answer.slice(start, end)`, markers included. */
export interface AnswerSentence {
  readonly start: number
  readonly end: number
  /** Its words alone: without markers, bullets and emphasis. */
  readonly words: string
  /** Numbers of the markers in it, each once. */
  readonly markers: readonly number[]
  /** Whether it states something that sources could support. */
  readonly claim: boolean
}

interface Unit {
  readonly start: number
  readonly end: number
  readonly row: boolean
}

const BULLET = /^[^\S\n]*(?:>\s?)*(?:(?:[-*+–•▪◦]|\d{1,3}[.)])[^\S\n]+)?(?:\[[ xX]\][^\S\n]+)?/
const ITEM = /^[^\S\n]*(?:[-*+–•▪◦]|\d{1,3}[.)])[^\S\n]+\S/
const HEADING = /^[^\S\n]*#{1,6}[^\S\n]/
const ROW = /^[^\S\n]*\|.*\|[^\S\n]*$/
const RULE = /^[\s|:=*_-]+$/
const FENCE = /^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?(?:^[ \t]*\1[^\n]*$|$(?![\s\S]))/gm

/** Of one answer, that are looked at; one of 4,000 tokens has fewer. What a model says beyond is neither cited nor marked. */
const MOST_CHARACTERS = 50_000
const MOST_SENTENCES = 400
/** Characters of a sentence that are read; what has no end for longer is no sentence. */
const LONGEST = 2_000

/** The sentences of an answer in Markdown. Code, headings, rules and the header of a table are none; a row of a table is one. */
export function answerSentences(answer: string): AnswerSentence[] {
  const sentences: AnswerSentence[] = []
  const text = answer.slice(0, MOST_CHARACTERS).replace(FENCE, (code) => code.replace(/[^\n]/g, ' '))
  for (const unit of unitsOf(text)) {
    const body = text.slice(unit.start, unit.end)
    const spans = unit.row ? [{ start: 0, end: body.length }] : sentencesOf(body)
    for (const span of spans) {
      if (sentences.length === MOST_SENTENCES) return sentences
      const sentence = sentenceAt(text, unit.start + span.start, unit.start + Math.min(span.end, span.start + LONGEST))
      const last = sentences.at(-1)
      // Markers that stand alone belong to what was said before them.
      if (last && !/[\p{L}\p{N}]/u.test(sentence.words)) {
        const markers = [...new Set([...last.markers, ...sentence.markers])]
        sentences[sentences.length - 1] = { ...last, end: sentence.markers.length ? sentence.end : last.end, markers }
      } else sentences.push(sentence)
    }
  }
  return sentences
}

function unitsOf(text: string): Unit[] {
  const units: Unit[] = []
  let open: { start: number; end: number } | undefined
  const close = () => {
    if (open && open.end > open.start) units.push({ ...open, row: false })
    open = undefined
  }
  const lines = text.split('\n')
  let at = 0
  for (const [i, line] of lines.entries()) {
    const start = at
    at += line.length + 1
    const end = start + line.trimEnd().length
    if (!line.trim() || HEADING.test(line) || RULE.test(line)) close()
    else if (ROW.test(line)) {
      close()
      const header = RULE.test(lines[i + 1] ?? '') && ROW.test(lines[i + 1] ?? '')
      if (!header) units.push({ start, end, row: true })
    } else if (!open || ITEM.test(line)) {
      close()
      open = { start: start + (BULLET.exec(line)?.[0].length ?? 0), end }
    } else open = { ...open, end }
  }
  close()
  return units
}

function sentenceAt(text: string, start: number, end: number): AnswerSentence {
  const body = text.slice(start, end)
  const markers = [...new Set([...body.matchAll(MARKER)].flatMap((m) => m[1]!.split(/[,;]/).map(Number)))]
  // each pattern takes time in proportion to the text: a model may say 100,000 brackets
  const words = body
    .replace(MARKER, ' ')
    .replace(/(\*\*|__|~~|`)(?=\S)([^\n]{0,300}?\S)\1/g, '$2')
    .replace(/\[([^[\]\n]*)\]\((?:[^()\s]|\([^()\s]*\))*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/ ?\| ?/g, ' ; ')
    .replace(/ +/g, ' ')
    .replace(/^[ ;]+|(?<![ ;])[ ;]+$/g, '')
  return { start, end, words, markers, claim: isClaim(words, markers.length > 0) }
}

/** That nothing was found is no statement about the documents' matter. */
const DECLINES = [
  /\b(?:found|find|finds|have|has|is|are|there(?:'s| is| was))\b.{0,40}\b(?:nothing|no (?:information|mention|answer|details?|data|reference|evidence))\b/i,
  /\b(?:(?:do|does|did|could|can|was|were|is|are)(?:\s+not|n['’]t)|cannot|can['’]t|unable to|not able to)\s+(?:\w+\s+){0,3}(?:find|found|answer|determine|locate|tell|know|say|mention|mentioned|contain|provide|provided|specify|specified|state|stated|include|hold|cover|address|give|given|have)\b/i,
  /\b(?:i\s+don['’]t|i\s+do\s+not)\s+know\b/i,
  /\b(?:nicht|keine?n?|nichts)\b.{0,60}\b(?:gefunden|finden|enthalten|erwähnt|Angaben|Informationen|beantworten)\b/i,
  /\bno\b.{0,40}\b(?:encontr|mencion|contien|información|puedo)/i,
  /\b(?:ne|n['’]ai|n['’]est)\b.{0,60}\b(?:pas|rien|aucun)/i,
  /(?:没有|未|无法).{0,20}(?:找到|提及|提到|回答|信息)|見つかりません|わかりません|لم (?:أجد|يتم)|не (?:найд|наш|упомин|содерж)/i,
]
/** Of what a refusal speaks. */
const OF_SOURCES =
  /\b(?:i|we|documents?|sources?|passages?|context|texts?|material|information|dokument\w*|quellen?|unterlagen|documentos?|fuentes?|sources)\b|文档|资料|来源|文書|المستندات|документ|источник/i
const COURTESY =
  /^(?:hi|hello|hey|dear|greetings|sure|certainly|of course|absolutely|great|thanks?|thank you|you(?:'|’)re welcome|sorry|i(?:'|’)m sorry|i apologi[sz]e|yes|no|ok(?:ay)?|hallo|hola|bonjour|gern(?:e)?|natürlich|claro|bien sûr|你好|您好|こんにちは|مرحبا|привет)\b[^.:;]{0,40}[.!,:]?$|\b(?:let me know|feel free to|hope (?:this|that) helps|happy to help|glad to help|if you (?:have|need|would like|want)|would you like|do you want|can i help|anything else)\b/i
const OWN_WORDS =
  /\blanguage model does not answer at the moment\b|\bquestion is longer than the language model reads\b|^a shorter one may be answered\.$|^please try again later\.$|\bwhat the documents say:?$|\bnot sure that the documents answer this\b|\bclosest passages say:?$/i

/** Whether a sentence says that the sources do not say it. */
export const declines = (words: string): boolean => OF_SOURCES.test(words) && DECLINES.some((pattern) => pattern.test(words))

function isClaim(words: string, marked: boolean): boolean {
  if (!wordsOf(words).some((word) => !isFunctionWord(word))) return false
  if (/[?？؟]["”’)\]*_]*$/.test(words) || OWN_WORDS.test(words)) return false
  if (marked) return true
  if (COURTESY.test(words)) return false
  if (declines(words)) return false
  // "The steps are:" announces; what is announced is looked at by itself.
  return !(/[:：]["”’)*_]*$/.test(words) && !/\p{N}/u.test(words))
}
