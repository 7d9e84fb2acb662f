import { z } from 'zod'

/** Where the words of a page stand in its picture: left, top, right, bottom in parts of its width and height. */
export const pageWordsSchema = z.object({
  words: z.array(z.object({ text: z.string(), box: z.tuple([z.number(), z.number(), z.number(), z.number()]) })),
})
export type PageWords = z.output<typeof pageWordsSchema>
