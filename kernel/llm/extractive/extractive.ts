import { ApiError } from '../../runtime/errors.ts'
import { wordsOf } from '../../text/words.ts'
import type { Completion, CompletionRequest, Llm, Passage } from '../llm.ts'
import { type RankedSentence, rankSentences } from './rank-sentences.ts'
import { readTableRow } from './table-row.ts'

/** The answer when the passages do not hold what was asked. */
export const NOTHING_FOUND = 'I found nothing about this in the documents.'
/** Name by which the embedded answerer is known where a model is named. */
export const EXTRACTIVE_MODEL = 'extractive'

/** The rule for "nothing found": the best sentence with its surroundings holds less than this share of the question's weight. */
const ENOUGH = 0.4
/** A further sentence comes into the answer when its score is at least this share of the first one's. */
const ALSO = 0.8
const MOST_SENTENCES = 3
/** No further sentence once the answer is this long. */
const LONG = 600

/** The embedded model: answers in the sources' own sentences, each with its marker, always the same way. */
export function extractiveLlm(): Llm {
  return {
    provider: 'embedded',
    async complete(request) {
      request.signal.throwIfAborted()
      return completionOf(request)
    },
    async stream(request, onToken) {
      request.signal.throwIfAborted()
      const completion = completionOf(request)
      for (const token of completion.texts[0]!.match(/\S+\s*/g) ?? []) {
        request.signal.throwIfAborted()
        onToken(token)
      }
      return completion
    },
    async check() {},
  }
}

/** `n` answers: the best sentences, then the next-best variants; NOTHING_FOUND where there are none (left). */
export function answersFrom(question: string, passages: readonly Passage[], n: number): string[] {
  const ranked = rankSentences(question, passages)
  const answers: string[] = []
  const enough = ranked.filter((s) => s.coverage >= ENOUGH)
  const telling = enough.filter((s) => !s.heading)
  let rest = telling.length ? telling : enough
  while (answers.length < n && rest.length) {
    const chosen = choose(rest)
    answers.push(chosen.map((sentence) => `${withoutMarkers(wordsFor(sentence, passages))} [${sentence.passage + 1}]`).join(' '))
    rest = rest.filter((s) => s !== chosen[0])
  }
  while (answers.length < n) answers.push(answers.at(-1) ?? NOTHING_FOUND)
  return answers
}

/** The best sentence and those nearly as good that do not repeat it. */
function choose(ranked: readonly RankedSentence[]): RankedSentence[] {
  const chosen: RankedSentence[] = []
  for (const sentence of ranked) {
    if (chosen.length === MOST_SENTENCES || (chosen.length && sentence.score < ALSO * chosen[0]!.score)) break
    const length = chosen.reduce((sum, { text }) => sum + text.length, sentence.text.length)
    if (chosen.length && length > LONG) continue
    if (!chosen.some((c) => repeats(sentence, c))) chosen.push(sentence)
  }
  return chosen
}

function repeats(a: RankedSentence, b: RankedSentence): boolean {
  const shared = [...a.stems].filter((stem) => b.stems.has(stem)).length
  return shared >= 0.8 * Math.min(a.stems.size, b.stems.size)
}

/** People read a table's row with the names of its columns. */
const wordsFor = ({ text, passage }: RankedSentence, passages: readonly Passage[]): string =>
  readTableRow(passages[passage]?.text ?? '', text) ?? text

/** A bullet or a number says nothing outside its list; bracketed numbers of the document's own would read as markers; line breaks belong to the page, not to the sentence. */
const withoutMarkers = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^(?:[-–•*▪◦]|(?:\d{1,3}\.)+) /, '')
    .replace(/ ?\[\d+(?: ?[,–-] ?\d+)*\]/g, '')
    .trim()

/** It finds sentences; it neither decides nor writes. */
function passagesOf({ extractive, tools, toolChoice, responseFormat }: CompletionRequest) {
  const beyond =
    tools?.length && toolChoice !== 'none'
      ? 'uses no tools'
      : responseFormat
        ? 'writes to no schema'
        : extractive
          ? undefined
          : 'only answers from passages'
  if (!beyond && extractive) return extractive
  throw new ApiError('model_incapable', `The embedded answerer ${beyond}; configure a model endpoint (LLM_BASE_URL).`)
}

function completionOf(request: CompletionRequest): Completion {
  const { n, messages } = request
  const { question, passages } = passagesOf(request)
  const texts = answersFrom(question, passages, n)
  const read = messages.map(({ content }) =>
    typeof content === 'string' ? content : content.map((p) => (p.type === 'text' ? p.text : '')).join(' '),
  )
  const prompt = countWords(read.join('\n'))
  const completion = countWords(texts.join('\n'))
  return { texts, usage: { prompt, completion, total: prompt + completion }, finishReason: 'stop' }
}

const countWords = (text: string): number => wordsOf(text).length
