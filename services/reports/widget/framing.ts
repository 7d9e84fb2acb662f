import type { FastifyReply } from 'fastify'
import type { Env } from '../../../kernel/runtime/env.ts'

/** Origins whose pages may embed the widget beside this server's own; `*` is every one. */
export const embeddingOrigins = ({ WIDGET_ORIGINS = [] }: Pick<Env, 'WIDGET_ORIGINS'>): readonly string[] =>
  WIDGET_ORIGINS.includes('*') ? ['*'] : [...new Set(WIDGET_ORIGINS)]

/** The policy of the frame: nothing but this server's own files and calls, inside the pages of these origins. */
export const framePolicy = (origins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origins.includes('*') ? '*' : ["'self'", ...origins].join(' ')}`,
  ].join('; ')

/** Lets pages of other origins load this reply. */
export const loadedAnywhere = (reply: FastifyReply): FastifyReply => reply.header('cross-origin-resource-policy', 'cross-origin')

/** Lets pages of these origins show this reply in a frame, also where they ask everything in them to say who may load it (COEP). */
export const framedBy = (reply: FastifyReply, origins: readonly string[]): FastifyReply =>
  loadedAnywhere(reply)
    .removeHeader('x-frame-options')
    .header('content-security-policy', framePolicy(origins))
    .header('cross-origin-embedder-policy', 'require-corp')
