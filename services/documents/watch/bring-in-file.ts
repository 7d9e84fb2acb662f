import { constants } from 'node:fs'
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { rawPath } from '../../../kernel/blobs/raw-path.ts'
import { sectionOf } from '../../../kernel/config/section.ts'
import { ApiError, mayHaveHappened } from '../../../kernel/runtime/errors.ts'
import { nameId } from '../../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { whileThereIsRoom } from '../claims/room.ts'
import { directoryOf, fileTypeOf } from '../formats/catalog.ts'
import { findUpload, readState } from '../status/read-uploads.ts'
import { acceptUpload, checkFileName, type StoredFile } from '../uploads/accept-upload.ts'
import { uploadSection } from '../uploads/upload-section.ts'
import { type FoundFile, signatureOf } from './read-folder.ts'
import { watchSection } from './watch-section.ts'

const MEGABYTE = 1024 * 1024
/** Its turn among callers, and whose quota its files take. */
const CALLER = 'watched-folder'
const CAUSE = { requestId: 'watched-folder' }

/** The document's name: folders stand before the file's, so that files of one name in two folders are told apart. */
export const nameOfPath = (path: string): string => path.replaceAll('/', ' - ')

/**
 * Makes a file an upload; gives its id, or undefined where the file changed while it was read. The id follows from the file, so that one
 * that was brought in before a death is known again. `earlier`: the upload that the path was before, which this one replaces. ApiError
 * as `acceptUpload`; errors of the file system come through.
 */
export async function bringInFile(
  ctx: EdgeContext,
  folder: string,
  { path, absolute, signature, bytes }: FoundFile,
  earlier: string | null,
): Promise<string | undefined> {
  const { ports } = ctx
  const uploadId = nameId('watched-file', folder, path, signature)
  const isThere = async () => (await readState(ports.database, uploadId))?.known === true
  if (await isThere()) return uploadId
  const section = sectionOf(ports.config, watchSection)
  const most = sectionOf(ports.config, uploadSection).max_file_size_mb
  if (bytes > most * MEGABYTE) throw new ApiError('payload_too_large', `it is larger than ${most} MB`)
  const name = checkFileName(nameOfPath(path))
  const blob = rawPath(directoryOf(fileTypeOf(name)), uploadId, name)
  const stored: StoredFile = { uploadId, name, contentType: 'application/octet-stream', blob, bytes }
  let kept = false
  try {
    if (!(await copy(ctx, { path, absolute, signature }, stored))) return undefined
    // Where this took so long that another edge watches by now, the file is that one's upload.
    kept = await isThere()
    if (kept) return uploadId
    const { confidentiality, business_unit, doc_type, index } = section
    const labels = { ...(confidentiality && { confidentiality }), ...(business_unit && { business_unit }) }
    const metadata = { title: path.split('/').at(-1) ?? name, doc_type, ...labels, watched_path: path }
    const fields = { metadata, process_mode: 'async', prevent_reprocess: true, ...(index && { target_index: index }) } as const
    const own = earlier !== null && (await findUpload(ports.database, earlier)) !== undefined
    // What a look before this one began, and never heard the end of, is finished as it was.
    const begun = { id: uploadId, resumed: true, restart: async () => {} }
    await acceptUpload(ctx, stored, { ...fields, replace_existing: own }, { ...CAUSE, httpTrigger: true, caller: CALLER, begun })
    kept = true
    return uploadId
  } catch (error) {
    kept ||= mayHaveHappened(error)
    if (error instanceof ApiError && error.code === 'conflict')
      throw new ApiError(
        'conflict',
        `a document named ${name} is there already and was not of this file: rename one, or delete the document`,
        {
          cause: error,
        },
      )
    throw error
  } finally {
    if (!kept && !(await isThere())) await ports.blobs.remove(blob)
  }
}

/** False where the file is not any more what it was when it was looked at. */
async function copy(
  { ports }: EdgeContext,
  { path, absolute, signature }: Omit<FoundFile, 'bytes'>,
  { uploadId, blob, bytes }: StoredFile,
): Promise<boolean> {
  // what became a link since is refused by the system, and what became a pipe is not waited for
  const file = await open(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    if (signatureOf(await file.stat()) !== signature || !(await isWithin(file, path, absolute))) return false
    const content = file.createReadStream({ autoClose: false, end: bytes })
    const written = await ports.blobs.write(blob, whileThereIsRoom(ports, content, { uploadId, owner: CALLER, bytes }, false))
    return written.bytes === bytes && signatureOf(await file.stat()) === signature
  } finally {
    await file.close()
  }
}

/** Whether what was opened lies where it was found: a folder above it may have become a link since. Linux tells that of the open file. */
async function isWithin({ fd }: FileHandle, path: string, absolute: string): Promise<boolean> {
  const root = await realpath(absolute.slice(0, -path.length))
  const opened = await readlink(`/proc/self/fd/${fd}`).catch(() => realpath(absolute))
  return opened === join(root, ...path.split('/'))
}
