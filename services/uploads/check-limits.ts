import { type Limits, limitsOf, mayRead } from '../../kernel/access/limits.ts'
import type { Config } from '../../kernel/config.ts'
import { ApiError } from '../../kernel/errors.ts'
import type { Caller } from '../../kernel/http/app.ts'
import type { UploadFields } from './accept-upload.ts'
import type { ClaimRequest } from './claims.ts'

/**
 * Who is limited brings in only what they may read (ApiError forbidden otherwise), and puts nothing in the place of a document that
 * they may not read, which is told when the name is claimed.
 */
export function checkLimits(
  config: Pick<Config, 'access'>,
  caller: Caller,
  { metadata }: Pick<UploadFields, 'metadata'>,
): Pick<ClaimRequest, 'mayReplace'> {
  const limits = limitsOf(caller, config)
  if (limits.conditions.length === 0) return {}
  if (!mayRead(limits, metadata))
    throw new ApiError('forbidden', `metadata: you may bring in documents with ${describe(limits)} only`, {
      details: { field: 'metadata' },
    })
  return { mayReplace: ({ file }) => mayRead(limits, file?.metadata ?? {}) }
}

const describe = ({ conditions }: Limits): string =>
  conditions
    .map(({ label, values, unlabelled }) => `${label}: ${[...values, ...(unlabelled ? ['none'] : [])].join(', ') || 'nothing'}`)
    .join('; ')
