import { z } from 'zod'

/** How passages are ranked, cleaned of repeats, and asked for by follow-up questions. */
export const passageSettings = {
  deduplicate: z.boolean().default(true).describe('Uses passages with identical text only once in a chat.'),
  rerank: z
    .object({
      enabled: z
        .boolean()
        .default(false)
        .describe('Reranks by default. Requests may override it. Requires RERANK_BASE_URL or `retrieval.rerank.model`.'),
      model: z.string().max(200).default('').describe('Alias of the model that reranks when RERANK_BASE_URL is not set.'),
      candidates: z.int().min(2).max(200).default(50).describe('Number of passages to rerank.'),
      timeout_ms: z
        .int()
        .min(100)
        .max(60_000)
        .default(3000)
        .describe('Timeout of reranking, in milliseconds. After it, the order of the search is kept.'),
    })
    .default({ enabled: false, model: '', candidates: 50, timeout_ms: 3000 }),
  rewrite: z
    .object({
      enabled: z
        .boolean()
        .default(true)
        .describe('Rewrites follow-up questions into self-contained questions with a model before searching.'),
      model: z.string().max(200).default('').describe('Alias of the model that rewrites. If empty, the model of the request is used.'),
      timeout_ms: z
        .int()
        .min(100)
        .max(60_000)
        .default(3000)
        .describe('Timeout of rewriting, in milliseconds. After it, the built-in rule is used.'),
    })
    .default({ enabled: true, model: '', timeout_ms: 3000 }),
}
