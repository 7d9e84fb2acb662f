/**
 * What a route changes, which tells who may call it (`checkChange`).
 * `nothing`: it reads by POST. `own`: what belongs to the caller alone, which its handler holds.
 * `documents`: asks for OIDC_WRITE_ROLE where that is set; its handler holds a limited caller to what it may read and may write.
 * `deliveries`: documents that others have brought: OIDC_WRITE_ROLE, or ADMIN_ROLE where that is not set.
 * `prompts`: PROMPT_ROLE where that is set. `everyone`: what every caller lives with: ADMIN_ROLE.
 * A caller with limits needs ADMIN_ROLE for all but the first three; ADMIN_ROLE stands for every other role.
 */
export type Change = 'nothing' | 'own' | 'documents' | 'deliveries' | 'prompts' | 'everyone'

/** Methods that change nothing. */
export const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Every route that is no reading one, by what it changes. A test walks the routes against it. */
export const changes: Readonly<Record<Change, readonly string[]>> = {
  nothing: [
    ...['flexible-chat', 'flexible_chat', 'flexible-rag', 'flexible_rag', 'flexible-rag/query', 'flexible-chat-mm', 'flexible-rag-mm'].map(
      (path) => `POST /api/v2/${path}`,
    ),
    'POST /api/v2/knowledge/query',
    'POST /api/v2/prompts/preview',
  ],
  own: ['POST /api/v2/feedback'],
  documents: [
    'POST /api/v2/upload',
    'POST /api/v2/flexible-rag/upload',
    'POST /api/v2/upload/:upload_id/retry',
    'POST /api/v2/upload/retry',
    'POST /api/v2/upload/:upload_id/cancel',
    'DELETE /api/v2/upload/:upload_id',
  ],
  deliveries: ['POST /api/v2/upload/event-feed'],
  prompts: ['POST /api/v2/prompts', 'POST /api/v2/prompts/revert'],
  everyone: [
    'POST /api/v2/settings',
    'POST /api/v2/upload/config/toggle',
    ...['from-json', 'from-yaml', 'create/:alias', 'create-all', 'clear/:alias_or_name'].map(
      (path) => `POST /api/v2/search/indexes/${path}`,
    ),
  ],
}

const byRoute = new Map(Object.entries(changes).flatMap(([change, routes]) => routes.map((route) => [route, change as Change] as const)))

/** What a route changes; one that the table does not name changes what is everyone's. */
export const changeOf = (method: string, url: string): Change => byRoute.get(`${method} ${url}`) ?? 'everyone'
