import { z } from 'zod'
import { type ChatResponse, citationSchema } from '../response.ts'

const usageSchema = z.object({ prompt_tokens: z.number(), completion_tokens: z.number(), total_tokens: z.number() })

export const completionSchema = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.int().describe('Seconds since 1970.'),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.literal(0),
        message: z.object({ role: z.literal('assistant'), content: z.string().describe('The answer, and its sources as a list.') }),
        finish_reason: z.enum(['stop', 'length']).describe('`length`: the answer breaks off at its limit of tokens.'),
      }),
    ),
    usage: usageSchema,
    citations: z.array(citationSchema).describe('As in /api/v2/flexible-chat.'),
    answer_kind: z.string().optional(),
  })
  .meta({
    id: 'ChatCompletion',
    description: 'An answer as clients of OpenAI read it; citations stand in its text and beside it.',
    examples: [
      {
        id: 'chatcmpl-0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11',
        object: 'chat.completion',
        created: 1773307800,
        model: 'default',
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: 'Ropes are checked four weeks before the season opens. [1]\n\nSources:\n[1] season-plan.pptx, page 3',
            },
            finish_reason: 'stop',
          },
        ],
        usage: { prompt_tokens: 590, completion_tokens: 21, total_tokens: 611 },
        citations: [],
      },
    ],
  })
export type ChatCompletion = z.output<typeof completionSchema>

/** What a streamed answer sends before `[DONE]`: pieces, the last of them with the citations, use where it was asked for, or why it broke off. */
export const chunkSchema = z.union([
  z.object({
    ...{ id: z.string(), object: z.literal('chat.completion.chunk'), created: z.int().describe('Seconds since 1970.'), model: z.string() },
    choices: z
      .array(
        z.object({
          index: z.literal(0),
          delta: z.object({ role: z.literal('assistant').optional(), content: z.string().optional() }),
          finish_reason: z.enum(['stop', 'length']).nullable(),
        }),
      )
      .describe('Empty in the piece that tells the use.'),
    usage: usageSchema.optional(),
    citations: z.array(citationSchema).optional().describe('As in /api/v2/flexible-chat, in the piece that ends the answer.'),
  }),
  z.object({ error: z.object({ message: z.string(), type: z.literal('upstream_failed') }) }),
])

/** `[1] plan.pptx, page 3`, a line each marker; empty where nothing is cited. Escaped, because clients draw it as Markdown. */
export function sourcesText({ citations }: Pick<ChatResponse, 'citations'>): string {
  const lines = new Map(
    citations.flatMap(({ marker, filename, page_number }) =>
      marker ? [[marker, `${marker} ${escaped(filename ?? 'a document')}${page_number === null ? '' : `, page ${page_number}`}`]] : [],
    ),
  )
  return lines.size > 0 ? `\n\nSources:\n${[...lines.values()].join('\n')}` : ''
}

const escaped = (name: string): string => name.replace(/[\r\n]+/g, ' ').replace(/[\\`*_[\]<>!|]/g, (sign) => `\\${sign}`)

export function completionOf(response: ChatResponse, model: string, created: number): ChatCompletion {
  const kind = response.response_metadata.answer_kind
  return {
    id: `chatcmpl-${response.response_id}`,
    object: 'chat.completion',
    created,
    model,
    choices: [
      { index: 0, message: { role: 'assistant', content: response.answer + sourcesText(response) }, finish_reason: endOf(response) },
    ],
    usage: usageOf(response),
    citations: response.citations,
    ...(typeof kind === 'string' ? { answer_kind: kind } : {}),
  }
}

/** As clients of OpenAI know it; whatever else ends an answer, the platform has finished it. */
export const endOf = ({ response_metadata }: ChatResponse): 'stop' | 'length' =>
  response_metadata.finish_reason === 'length' ? 'length' : 'stop'

export function usageOf({ response_metadata: { token_usage } }: ChatResponse): ChatCompletion['usage'] {
  const { prompt = 0, completion = 0, total = 0 } = token_usage ?? {}
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total }
}
