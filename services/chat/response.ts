import { z } from 'zod'
import { finishReasons } from '../../kernel/llm/llm.ts'
import { chatCostSchema } from '../../schemas/chat.ts'
import type { IssueCode } from './issue-codes.ts'
import { warningSchema } from './warnings.ts'

const object = z.record(z.string(), z.unknown())

const QUOTE = 'Ropes are checked four weeks before the season opens.'
const EXAMPLE_IDS = {
  document: '2b9d7c1e-6a51-5c8e-9f0a-1f5d3c7e8a42',
  chunk: '7f1c2d3e-4b5a-5697-8888-9a0b1c2d3e4f',
  upload: '0b7e3c52-91f4-4d0e-8f5b-6f2f3a1c7d90',
}
const source = {
  id: EXAMPLE_IDS.chunk,
  document_id: EXAMPLE_IDS.document,
  filename: 'season-plan.pptx',
  page_number: 3,
  text: QUOTE,
  score: 7.91,
}
const responseExample = {
  response_id: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11',
  answer: `${QUOTE} [1]`,
  metadata: [source],
  citations: [
    {
      marker: '[1]',
      source_id: EXAMPLE_IDS.chunk,
      document_id: EXAMPLE_IDS.document,
      filename: 'season-plan.pptx',
      page_number: 3,
      char_start: 412,
      char_end: 465,
      quote: QUOTE,
      link: `/document?id=${EXAMPLE_IDS.upload}#chunk-4:412-465`,
      sentence: QUOTE,
      start: 0,
      end: QUOTE.length + 4,
      supported: true,
      missing: [],
    },
  ],
  history: [
    { role: 'user', content: 'How long before the season must the ropes be checked?', sources: [] },
    { role: 'assistant', content: `${QUOTE} [1]`, sources: [source] },
  ],
  template_info: { system_prompt_source: 'default', response_template_source: 'default', template_variables_used: [] },
  processing_time: 0.42,
  tokens_used: 611,
  response_metadata: {
    config_overrides_applied: true,
    custom_templates_used: false,
    request_metadata: {},
    question: 'How long before the season must the ropes be checked?',
    answer_kind: 'answer',
    system_prompt: 'You answer from the given passages.',
    errors_present: false,
    model_used: { alias: 'default', provider: 'openai', model: 'gpt-4o-mini' },
    token_usage: { prompt: 590, completion: 21, total: 611 },
    reasoning_effective: { requested: null, sent_effort: null, provider: 'openai', source: 'provider_default', sanitized: false },
    queried_indexes: ['documents'],
  },
}
const message = z.looseObject({ role: z.string(), content: z.string(), sources: z.array(object) })

export const citationSchema = z
  .object({
    marker: z.string().describe('As it stands in the answer: `[1]`. Empty for a sentence without one that nothing supports.'),
    source_id: z.string().nullable().describe('The chunk. null where nothing was retrieved.'),
    document_id: z.string().nullable(),
    filename: z.string().nullable(),
    page_number: z.number().nullable().describe('Page of the quote’s first words.'),
    page_end: z.number().nullable().optional().describe('Page of its last words, where that is another one.'),
    char_start: z.number().nullable().describe('Place of the quote in the text of the document.'),
    char_end: z.number().nullable(),
    quote: z.string().describe('Word for word from the chunk; without a marker the place that comes closest.'),
    link: z.string().nullable().describe('Path of the console that opens the document at the quote. null where the chunk names no upload.'),
    sentence: z.string().describe('What the answer says there, without markers and emphasis.'),
    start: z.number().nullable().describe('Place of the sentence in `answer`. null where a response template changed the words.'),
    end: z.number().nullable(),
    supported: z.boolean().describe('Whether the cited chunks (without a marker: any that was retrieved) hold what the sentence says.'),
    missing: z.array(z.string()).describe('Words, names and numbers of the sentence that stand there not, or otherwise.'),
  })
  .meta({ id: 'Citation', description: 'What a marker in the answer points at, or a sentence of the answer that nothing supports.' })
export type Citation = z.output<typeof citationSchema>

const issueSchema = z.object({ code: z.string(), message: z.string() })
/** An upstream failure that did not fail the request. */
export interface Issue {
  readonly code: IssueCode
  readonly message: string
}

const usage = z.object({
  prompt: z.number(),
  completion: z.number(),
  total: z.number(),
  detail: z.object({ reasoning: z.number() }).optional(),
  estimated: z.literal(true).optional().describe('The endpoint told no counts; these are counted from the texts.'),
})

const responseMetadataSchema = z
  .looseObject({
    config_overrides_applied: z.boolean(),
    custom_templates_used: z.boolean(),
    request_metadata: object,
    conversation_length: z.number().optional(),
    is_multi_turn: z.boolean().optional(),
    total_sources_retrieved: z.number().optional(),
    conversation_sources_summary: object.optional(),
    question: z.string(),
    answer_kind: z
      .enum(['answer', 'passages', 'none'])
      .describe('`passages`: nothing fits surely enough, and the closest passages are shown. `none`: there is no evidence.'),
    finish_reason: z
      .enum(finishReasons)
      .optional()
      .describe('Why the model ended. `length`: the answer breaks off, and `errors` says where. Absent where no model answered.'),
    system_prompt: z.string(),
    errors_present: z.boolean(),
    model_used: z.object({ alias: z.string(), provider: z.string(), model: z.string().optional(), deployment: z.string().optional() }),
    token_usage: usage.optional(),
    cost: chatCostSchema.optional().describe('Of all model calls of the turn, with those that reword the question and order passages.'),
    parameters: object.optional(),
    reasoning_effort: z.string().optional(),
    reasoning_tokens: z.number().optional(),
    reasoning_effective: z.object({
      requested: z.string().nullable(),
      sent_effort: z.string().nullable(),
      provider: z.string(),
      source: z.string(),
      sanitized: z.boolean(),
    }),
    queried_indexes: z.array(z.string()).optional(),
    timings: object.optional().describe('Seconds.'),
    retrieval: z.object({ attempted: z.boolean(), skipped_reason: z.string().nullable(), fetch_args_present: z.boolean() }).optional(),
  })
  .meta({ id: 'ChatResponseMetadata', description: 'How an answer came about: model, parameters, prompts, times.' })

export const chatResponseSchema = z
  .looseObject({
    response_id: z.uuid(),
    answer: z.string(),
    answers: z.array(z.string()).optional(),
    metadata: z.array(object),
    citations: z.array(citationSchema),
    history: z.array(message),
    ab_testing: z
      .object({
        experiment_name: z.string().nullable(),
        variant_name: z.string(),
        session_id: z.string().nullable(),
        applied: z
          .array(z.string())
          .optional()
          .describe('What the variant changed, as far as the request left it open. Absent where config.yaml does not know the experiment.'),
      })
      .optional(),
    errors: z.array(issueSchema).optional(),
    warnings: z.array(warningSchema).optional().describe('Fields of the request that have no effect, with what was probably meant.'),
    data: object.optional(),
    template_info: z.object({
      system_prompt_source: z.string(),
      response_template_source: z.string(),
      template_variables_used: z.array(z.string()),
    }),
    processing_time: z.number().describe('Seconds.'),
    tokens_used: z.number().optional(),
    response_metadata: responseMetadataSchema,
  })
  .meta({ id: 'ChatResponse', description: 'An answer with its sources and citations.', examples: [responseExample] })
export type ChatResponse = z.output<typeof chatResponseSchema>
export type ResponseMetadata = z.output<typeof responseMetadataSchema>
