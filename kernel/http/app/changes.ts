/**
 * What a route changes, which tells who may call it (`checkChange`); families name it route by route.
 * `nothing`: it reads by POST. `own`: what belongs to the caller alone, which its handler holds.
 * `documents`: asks for OIDC_WRITE_ROLE where that is set; its handler holds a limited caller to what it may read and may write.
 * `deliveries`: documents that others have brought: OIDC_WRITE_ROLE, or ADMIN_ROLE where that is not set.
 * `wording`: how models are spoken to: PROMPT_ROLE where that is set. `everyone`: what every caller lives with: ADMIN_ROLE.
 * A caller with limits needs ADMIN_ROLE for all but the first three; ADMIN_ROLE stands for every other role.
 */
export type Change = 'nothing' | 'own' | 'documents' | 'deliveries' | 'wording' | 'everyone'

/** Methods that change nothing. */
export const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
