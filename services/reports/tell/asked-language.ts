import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Language, languageIn } from '../stored/language.ts'

/** In which language findings are told. */
export const languageQuery = z.object({
  lang: z
    .string()
    .max(35)
    .optional()
    .describe(
      'Language of titles, messages, explanations and suggestions: `en`, `de` or `es`; as `Accept-Language` says when absent, else English.',
    ),
})

/** The language that a request asks for: by its query, else by its header; English where it is another one. */
export function askedLanguage({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): Language {
  const { lang } = query as { lang?: string }
  return (lang === undefined ? languageIn(headers['accept-language']) : languageIn(lang)) ?? 'en'
}
