import { z } from 'zod'

/** How passages are ranked, cleaned of repeats, and asked for by follow-up questions. */
export const passageSettings = {
  deduplicate: z.boolean().default(true).describe('Passages that say the same word for word count once in a chat.'),
  rerank: z
    .object({
      enabled: z.boolean().default(false).describe('Reranks where a request does not say. Needs RERANK_BASE_URL or a model.'),
      model: z.string().max(200).default('').describe('Alias of the model that reranks where RERANK_BASE_URL is not set.'),
      candidates: z.int().min(2).max(200).default(50).describe('Passages that are looked at.'),
      timeout_ms: z.int().min(100).max(60_000).default(3000).describe('After this the order of the search holds.'),
    })
    .default({ enabled: false, model: '', candidates: 50, timeout_ms: 3000 }),
  rewrite: z
    .object({
      enabled: z.boolean().default(true).describe('A model makes a follow-up question stand alone before it is looked up.'),
      model: z.string().max(200).default('').describe("Alias of that model; empty: the turn's own."),
      timeout_ms: z.int().min(100).max(60_000).default(3000).describe('After this the rule without a model holds.'),
    })
    .default({ enabled: true, model: '', timeout_ms: 3000 }),
}
