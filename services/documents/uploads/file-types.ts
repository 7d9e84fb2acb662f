/** Where a file's raw bytes go, and which kinds of file have a reader. */
const DIRECTORIES: Readonly<Record<string, string>> = {
  pdf: 'pdf/raw',
  txt: 'transcripts/raw',
  docx: 'docs/raw',
  xlsx: 'data/raw',
  csv: 'data/raw',
  json: 'data/raw',
  pptx: 'presentations/raw',
  mp4: 'video/raw',
  mp3: 'audio/raw',
  wav: 'audio/raw',
  png: 'images/raw',
  jpg: 'images/raw',
  jpeg: 'images/raw',
}

/** Kinds of file that the parse service reads. */
const READABLE: ReadonlySet<string> = new Set(['pdf', 'txt', 'docx', 'xlsx', 'csv', 'json', 'pptx'])

/** Extensions that have a directory of their own, in order. */
export const knownFileTypes: readonly string[] = Object.keys(DIRECTORIES)

/** Lower-case extension without the dot; empty when the name has none. */
export function fileTypeOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 1 ? '' : name.slice(dot + 1).toLowerCase()
}

/** Directory inside the storage container for raw files of this type. */
export const directoryOf = (fileType: string): string => DIRECTORIES[fileType] ?? 'other/raw'

export const isReadable = (fileType: string): boolean => READABLE.has(fileType)
