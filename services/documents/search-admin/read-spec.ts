import { z } from 'zod'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { parseIndexSpec } from '../../../kernel/search/index-spec.ts'
import type { IndexSpec } from '../../../kernel/search/search.ts'

/** Azure AI Search's rule for the names of indexes, its "Naming rules" page; underscores are left out, so that a name is also a host label. */
const nameSchema = z
  .string()
  .min(2)
  .max(128)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)

/** Checks an index's specification. ApiError invalid_request whose message and `details.path` name the wrong attribute. */
export function readSpec(value: unknown): IndexSpec {
  const spec = parseIndexSpec(value)
  if (!nameSchema.safeParse(spec.name).success) {
    const problem = 'an index name is 2 to 128 lower-case letters, digits and single dashes between them'
    throw new ApiError('invalid_request', `index: name: ${problem}`, {
      details: { path: 'name', issues: [{ path: 'name', message: problem }] },
    })
  }
  return spec
}
