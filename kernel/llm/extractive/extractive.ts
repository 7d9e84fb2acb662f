import { ApiError } from '../../runtime/errors.ts'
import { wordsOf } from '../../text/words.ts'
import type { Completion, CompletionRequest, Llm } from '../llm.ts'
import { readApart } from './read-apart.ts'

/** Name by which the embedded answerer is known where a model is named. */
export const EXTRACTIVE_MODEL = 'extractive'

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
      const completion = await completionOf(request)
      for (const token of completion.texts[0]!.match(/\S+\s*/g) ?? []) {
        request.signal.throwIfAborted()
        onToken(token)
      }
      return completion
    },
    async check() {},
  }
}

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

async function completionOf(request: CompletionRequest): Promise<Completion> {
  const { n, messages } = request
  const { question, passages, reading } = passagesOf(request)
  const { kind, texts } = reading ?? (await readApart(question, passages, n, request))
  const read = messages.map(({ content }) =>
    typeof content === 'string' ? content : content.map((p) => (p.type === 'text' ? p.text : '')).join(' '),
  )
  const prompt = countWords(read.join('\n'))
  const completion = countWords(texts.join('\n'))
  return { texts, answerKind: kind, usage: { prompt, completion, total: prompt + completion }, finishReason: 'stop' }
}

const countWords = (text: string): number => wordsOf(text).length
