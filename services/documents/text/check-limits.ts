import type { Caller } from '../../../kernel/access/caller.ts'
import { type Limits, limitsOf, mayRead, sightOf } from '../../../kernel/access/limits.ts'
import { holdsRole } from '../../../kernel/access/roles.ts'
import { callerName, ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import type { DocumentMetadata } from '../../../schemas/document.ts'
import type { ClaimRequest } from '../claims/claims.ts'
import type { UploadState } from '../status/upload-state.ts'

/** What a limited caller sees and may replace of what is there. */
export interface Sight {
  /** See `sightOf`. */
  readonly name: string
  readonly standing: NonNullable<ClaimRequest['standing']>
}

type Asked = { readonly ports: Pick<EdgeContext['ports'], 'config'>; readonly env: EdgeContext['env'] }

/**
 * How a limited caller stands to an upload: one that it may read is its to change when it brought it itself, or holds OIDC_WRITE_ROLE
 * (where that is set) or ADMIN_ROLE. Undefined for a caller without limits, who may change each.
 */
export function sightFor({ ports: { config }, env }: Asked, caller: Caller): Sight | undefined {
  const limits = limitsOf(caller, config)
  if (limits.conditions.length === 0) return undefined
  const roles = [env.ADMIN_ROLE, ...(env.OIDC_WRITE_ROLE === undefined ? [] : [env.OIDC_WRITE_ROLE])]
  const writes = roles.some((role) => holdsRole(caller, role, config))
  const owner = ownerOf(callerName(caller))
  const isOwn = ({ file }: UploadState) => file?.caller !== undefined && ownerOf(file.caller) === owner
  return {
    name: sightOf(limits),
    standing: (state) => {
      if (!mayRead(limits, state.file?.metadata ?? {})) return 'hidden'
      return writes || isOwn(state) ? 'mine' : 'seen'
    },
  }
}

/** Who is limited brings in only what they may read; ApiError forbidden otherwise. */
export function checkLabels({ ports: { config } }: Asked, caller: Caller, metadata: DocumentMetadata): void {
  const limits = limitsOf(caller, config)
  if (mayRead(limits, metadata)) return
  throw new ApiError('forbidden', `metadata: you may bring in documents with ${describe(limits)} only`, { details: { field: 'metadata' } })
}

/** ApiError forbidden for an upload that the caller may read and not change. */
export function requireChangeable(ctx: Asked, caller: Caller, state: UploadState): void {
  const sight = sightFor(ctx, caller)
  if (sight && sight.standing(state) !== 'mine')
    throw new ApiError('forbidden', 'you may read this document, but not change it: others brought it', {
      details: { upload_id: state.upload_id },
    })
}

const describe = ({ conditions }: Limits): string =>
  conditions
    .map(({ label, values, unlabelled }) => `${label}: ${[...values, ...(unlabelled ? ['none'] : [])].join(', ') || 'nothing'}`)
    .join('; ')
