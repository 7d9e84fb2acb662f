import { z } from 'zod'

/** Bounds of one generation. */
const bounded = {
  n: z.int().min(1).max(8),
  temperature: z.number().min(0).max(2),
  top_p: z.number().min(0).max(1),
  max_tokens: z.int().min(1).max(4000),
  frequency_penalty: z.number().min(-2).max(2),
  presence_penalty: z.number().min(-2).max(2),
  repetition_penalty: z.number().min(0).max(2),
  stop: z.union([z.string(), z.array(z.string()).max(4)]),
}

/** Settings of one generation; other keys are accepted and logged. */
export const generationSchema = z.looseObject(bounded).partial()
export type Generation = z.output<typeof generationSchema>

const effort = z.enum(['low', 'medium', 'high', 'auto'])

export const overrideSchema = z.looseObject({
  llm: z.union([z.string().min(1), generationSchema.extend({ alias: z.string().optional(), model: z.string().optional() })]).optional(),
  model: z.string().min(1).optional(),
  n: bounded.n.optional(),
  params: generationSchema.optional(),
  reasoning_effort: effort.optional(),
  'reasoning.effort': effort.optional(),
  reasoning: z.looseObject({ effort: effort.optional() }).optional(),
})
export type Override = z.output<typeof overrideSchema>

const fetcherSchema = z.looseObject({
  query: z.string().max(10_000).optional().describe('Search text; the question when absent. `*`: whatever passes the filter.'),
  filter: z.string().optional().describe('Filter in OData syntax.'),
  top_k: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .describe('Number of sources; 0 retrieves nothing. Where fewer passages differ, the rest are copies of them in other documents.'),
  include_total_count: z.boolean().optional(),
  facets: z.array(z.string().min(1)).max(50).optional().describe('`<field>` or `<field>,count:<n>`.'),
  highlight_fields: z.array(z.string().min(1)).max(50).optional(),
  select_fields: z.array(z.string().min(1)).max(100).optional().describe('Fields of each source.'),
  vector_search: z.boolean().optional().describe('true: hybrid, false: text only; absent: as configured.'),
  rerank: z.boolean().optional().describe('Let the configured judge put the best passages into order; absent: as configured.'),
  deduplicate: z
    .boolean()
    .optional()
    .describe('Passages that say the same count once; absent: as configured, and copies are listed last where top_k has room.'),
  index: z.string().min(1).optional().describe('Alias or name of the index.'),
})

const messageSchema = z.looseObject({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  sources: z.array(z.record(z.string(), z.unknown())).default([]),
})

const name = z.string().max(512)
const object = z.record(z.string(), z.unknown())

export const chatRequestSchema = z
  .looseObject({
    question: z
      .string()
      .min(1)
      .max(100_000)
      .refine((question) => question.trim() !== '', 'must not be blank')
      .describe('Latest user message.'),
    fetch_args: z.looseObject({ CloudSearchFetcher: fetcherSchema.optional() }).default({}),
    history: z.array(messageSchema).max(1000).default([]),
    ab_testing: z.looseObject({ user_id: name.min(1), session_id: name.optional(), experiment_name: name.optional() }).optional(),
    system_prompt_template: z.string().optional(),
    system_prompt_file: z.string().optional(),
    response_template: z.string().optional(),
    response_template_file: z.string().optional(),
    template_variables: object.default({}),
    override_config: overrideSchema.default({}),
    metadata: object.default({}),
    skip_knowledge_base: z.boolean().default(false).describe('RAG only.'),
    stream: z
      .boolean()
      .default(false)
      .describe('Send the answer as it comes, as server-sent events; so does an Accept of text/event-stream alone.'),
  })
  .meta({
    id: 'Chat',
    description: 'A question with what came before it, and how to retrieve and to generate. Other fields are accepted and kept aside.',
    examples: [
      {
        question: 'How long before the season must the ropes be checked?',
        fetch_args: { CloudSearchFetcher: { top_k: 5, filter: "doc_type eq 'manual'" } },
        history: [],
        override_config: { params: { temperature: 0.2, max_tokens: 400 } },
      },
    ],
  })
export type ChatRequest = z.output<typeof chatRequestSchema>

/** How a route answers: with a conversation or a single turn, with or without images. */
export interface Mode {
  readonly kind: 'chat' | 'rag'
  readonly multimodal: boolean
}
