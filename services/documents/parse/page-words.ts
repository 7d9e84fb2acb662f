import { z } from 'zod'

/** Positions of the words on a page: left, top, right, bottom in parts of its width and height. */
export const pageWordsSchema = z.object({
  words: z.array(z.object({ text: z.string(), box: z.tuple([z.number(), z.number(), z.number(), z.number()]) })),
})
export type PageWords = z.output<typeof pageWordsSchema>
