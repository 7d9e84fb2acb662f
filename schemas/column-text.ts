import { z } from 'zod'

/**
 * Text of at most so many characters that also stands in a column or a path of its own: no control characters, which PostgreSQL
 * does not take (NUL), and no broken surrogates.
 */
export const columnText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'control characters and broken surrogates are not allowed')
