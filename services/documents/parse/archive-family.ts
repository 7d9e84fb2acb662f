import type { Archive } from '../../../kernel/cell/archive.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { formatOf, formats } from '../formats/catalog.ts'

/** Throws WorkError `corrupt` when the archive is not the Office document that its extension promises. */
export function assertFamily(archive: Archive, fileType: string): void {
  const has = (folder: string) => archive.names.some((n) => n.startsWith(folder))
  const wanted = formatOf(fileType)?.office
  if (!wanted || has(wanted.folder)) return
  const found = formats.find(({ office }) => office && has(office.folder))
  const label = found?.office?.label ?? 'a ZIP archive of something else'
  throw new WorkError(
    'corrupt',
    `The file is named .${fileType}, but it holds ${label}. Give it the right extension, or upload the right file.`,
  )
}
