import { z } from 'zod'
import { isLimited } from '../../../kernel/access/roles.ts'
import { readGone } from '../../../kernel/conversations/gone-turns.ts'
import { findShared, readTurns } from '../../../kernel/conversations/read-conversations.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { exchangesOf, type KeptExchange, keptExchangeExample, keptExchangeSchema } from './exchange.ts'
import { shownTurns } from './shown-to.ts'
import { boundsOf, SCOPE } from './whose.ts'

const sharedSchema = z
  .object({
    title: z.string(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    exchanges: z.array(keptExchangeSchema),
    withheld: z.boolean().describe('The rest of it rests on documents that you may not read.'),
  })
  .meta({
    id: 'SharedConversation',
    description: 'A conversation as its link shows it to this reader.',
    examples: [
      {
        title: keptExchangeExample.question,
        created_at: keptExchangeExample.at,
        updated_at: keptExchangeExample.at,
        exchanges: [keptExchangeExample],
        withheld: false,
      },
    ],
  })

/** Reading by link: whoever may ask this server may read, within the own limits. */
export function sharedRoute(app: App, { ports, readAs }: EdgeContext): void {
  const schema = {
    tags: ['chat'],
    operationId: 'getSharedConversation',
    summary: 'Read a shared conversation',
    description: 'Up to the first answer that rests on a document which you may not read: what follows may repeat it.',
    params: z.object({ token: z.string().regex(/^[\w-]{43}$/, 'a token as the link has it') }),
    response: { 200: sharedSchema },
  }
  app.get('/api/v2/chat/shared/:token', { config: { access: 'api' }, schema }, async (request) => {
    const shared = await findShared(ports, SCOPE, request.params.token)
    if (!shared) throw new ApiError('not_found', 'this link opens no conversation; it was taken back, or the conversation is gone')
    const { title, createdAt, updatedAt } = shared.conversation
    const { turns } = await readTurns(ports, shared.key, { limit: boundsOf(ports.config).turns })
    const limited = isLimited(request.caller, ports.config)
    const gone = await readGone(ports, shared.key)
    const shown = await shownTurns(turns, { gone, reads: readAs(request.caller).reads, limited })
    return {
      title: titleFor(title, shown),
      withheld: shown.withheld,
      created_at: new Date(createdAt).toISOString(),
      updated_at: new Date(updatedAt).toISOString(),
      exchanges: exchangesOf(shown.turns).map(forReaders),
    }
  })
}

/** A name may have been given after the last answer. */
const titleFor = (title: string, { withheld }: { withheld: boolean }): string => (withheld ? 'A shared conversation' : title)

/** What was asked and replied, without how it was asked for and what its owner thought of it. */
const forReaders = ({ replies, ...exchange }: KeptExchange): KeptExchange => ({
  ...exchange,
  replies: replies.map(({ reply, text, error }) => ({
    ...(reply ? { reply: { answer: reply.answer, citations: reply.citations, metadata: reply.metadata, ...kindOf(reply) } } : {}),
    ...(text === undefined ? {} : { text }),
    ...(error ? { error: { message: error.message } } : {}),
  })),
})

const kindOf = ({ response_metadata: { answer_kind } = {} }: NonNullable<KeptExchange['replies'][number]['reply']>) =>
  typeof answer_kind === 'string' ? { response_metadata: { answer_kind } } : {}
