import { z } from 'zod'

const pair = z.object({ old: z.number(), new: z.number() })
const hitSchema = z.object({ document_id: z.string(), source_file: z.string(), text: z.string() })

/** What two builds of an index have in common, and what not. */
export const comparedSchema = z.object({
  documents: pair,
  chunks: pair,
  missing: z.int().describe('Documents that the old build shows and the new one does not.'),
  missing_documents: z.array(z.string()).optional().describe('Ids of the first of them.'),
  extra: z.int().describe('Documents that only the new build shows.'),
  queries: z
    .int()
    .optional()
    .describe('Questions that both builds were asked: those of the request, else one made of a passage of each of up to 30 documents.'),
  overlap_at_10: z.number().min(0).max(1).optional().describe('Share of the first ten documents that both builds find.'),
  ndcg: pair
    .extend({
      difference: z.number(),
      interval: z.array(z.number()).length(2).describe('95 % of the difference, by 1,000 seeded resamples of the questions.'),
    })
    .optional()
    .describe('nDCG@10 by documents, over the questions of which it is known what they should find.'),
  examples: z
    .array(z.object({ query: z.string(), overlap_at_10: z.number(), old: z.array(hitSchema), new: z.array(hitSchema) }))
    .optional(),
})
export type Compared = z.output<typeof comparedSchema>
export type ComparedHit = z.output<typeof hitSchema>

/** A question, and the documents (ids or file names) that should be found. */
export const querySchema = z.object({
  query: z.string().trim().min(1).max(1000),
  relevant: z.array(z.string().min(1).max(255)).max(100).optional(),
})
export type RebuildQuery = z.output<typeof querySchema>
