import { ApiError } from '../../../kernel/runtime/errors.ts'
import { documentIdOf, sightDocumentIdOf } from '../../../kernel/runtime/ids.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { uploadsNamed } from '../status/read-uploads.ts'
import type { Sight } from '../text/check-limits.ts'
import { type Claim, type ClaimRequest, claimDocument } from './claims.ts'

/** Documents of one name that may come and go behind what a caller sees. */
const MOST_HIDDEN = 1000

/**
 * Claims a name for the caller: that of the document which the caller sees under it, else of a new one. A document that a limited caller
 * brings where it sees none has an id of what it sees (`sightDocumentIdOf`), whether or not the name is taken by one that it does not
 * see: neither the reply nor the id tells. Errors as `claimDocument`.
 */
export async function claimName(
  database: Database,
  request: Omit<ClaimRequest, 'documentId' | 'standing'>,
  sight: Sight | undefined,
): Promise<Claim> {
  const { index, sourceFile } = request
  for (const documentId of await candidates(database, index, sourceFile, sight)) {
    const claim = await claimDocument(database, { ...request, documentId, ...(sight ? { standing: sight.standing } : {}) })
    if (claim !== 'hidden') return claim
  }
  throw new ApiError('conflict', `${sourceFile} was hidden from you too often; give the file another name`)
}

async function candidates(database: Database, index: string, name: string, sight: Sight | undefined): Promise<Iterable<string>> {
  const plain = documentIdOf(index, name)
  const documents = await uploadsNamed(database, index, name)
  const seen = [...documents.keys()].filter((id) => !sight || isSeen(sight, documents.get(id) ?? []))
  const [known] = seen.includes(plain) ? [plain] : seen
  if (!sight) return [known ?? plain]
  return ofSight(index, name, sight, known)
}

/** Of a document's uploads the newest and the one that stands are seen. */
function isSeen({ standing }: Sight, uploads: Parameters<Sight['standing']>[0][]): boolean {
  const present = uploads.find(({ mark }) => mark.status !== 'error')
  return [uploads[0], present].every((upload) => upload === undefined || standing(upload) !== 'hidden')
}

function* ofSight(index: string, name: string, sight: Sight, known: string | undefined): Iterable<string> {
  if (known !== undefined) yield known
  for (let n = 0; n < MOST_HIDDEN; n++) yield sightDocumentIdOf(index, name, sight.name, n)
}
