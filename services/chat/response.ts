import { z } from 'zod'

const object = z.record(z.string(), z.unknown())
const message = z.looseObject({ role: z.string(), content: z.string(), sources: z.array(object) })

export const citationSchema = z.object({
  marker: z.string().describe('As it stands in the answer: `[1]`.'),
  source_id: z.string(),
  document_id: z.string().nullable(),
  filename: z.string().nullable(),
  page_number: z.number().nullable(),
  char_start: z.number().nullable().describe('Place of the quote in the text of the document.'),
  char_end: z.number().nullable(),
  quote: z.string().describe('Word for word from the cited chunk.'),
})
export type Citation = z.output<typeof citationSchema>

export const issueSchema = z.object({ code: z.string(), message: z.string() })
/** An upstream failure that did not fail the call. */
export type Issue = z.output<typeof issueSchema>

const usage = z.object({
  prompt: z.number(),
  completion: z.number(),
  total: z.number(),
  detail: z.object({ reasoning: z.number() }).optional(),
})

export const responseMetadataSchema = z.looseObject({
  config_overrides_applied: z.boolean(),
  custom_templates_used: z.boolean(),
  request_metadata: object,
  conversation_length: z.number().optional(),
  is_multi_turn: z.boolean().optional(),
  total_sources_retrieved: z.number().optional(),
  conversation_sources_summary: object.optional(),
  question: z.string(),
  system_prompt: z.string(),
  errors_present: z.boolean(),
  model_used: z.object({ alias: z.string(), provider: z.string(), model: z.string().optional(), deployment: z.string().optional() }),
  token_usage: usage.optional(),
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

export const chatResponseSchema = z.looseObject({
  response_id: z.uuid(),
  answer: z.string(),
  answers: z.array(z.string()).optional(),
  metadata: z.array(object),
  citations: z.array(citationSchema),
  history: z.array(message),
  ab_testing: z.object({ experiment_name: z.string().nullable(), variant_name: z.string(), session_id: z.string().nullable() }).optional(),
  errors: z.array(issueSchema).optional(),
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
export type ChatResponse = z.output<typeof chatResponseSchema>
export type ResponseMetadata = z.output<typeof responseMetadataSchema>
