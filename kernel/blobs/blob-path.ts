import { ApiError } from '../runtime/errors.ts'

/** Longest piece of a path that is written as one file or folder name, in bytes of UTF-8 (file systems stop at 255). */
const NAME_BYTES = 180
/** Names that Windows gives to devices, with or without an extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i
/** Control, format, private and unassigned characters, what Windows forbids, and the escape character itself. */
const ODD = /[\p{C}<>:"|?*~]/gu
const ODD_OR_FOREIGN = /[^ -~]+|[<>:"|?*~]/gu

/**
 * Checks a blob path and returns its segments. ApiError invalid_request on an absolute path, an empty, `.` or `..`
 * segment, NUL, a backslash, an unpaired surrogate or more than 1,024 characters (what Azure allows).
 */
export function blobSegments(path: string): string[] {
  const segments = path.split('/')
  const bad = path.length > 1024 || /[\0\\]/.test(path) || !path.isWellFormed() || segments.some((s) => s === '' || s === '.' || s === '..')
  if (bad) throw new ApiError('invalid_request', 'the blob path is not valid')
  return segments
}

const escapeText = (text: string) =>
  Array.from(Buffer.from(text, 'utf8'), (byte) => `~${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

function escapeSegment(segment: string): string {
  // Some file systems fold a decomposed name into its composed form; escaping all of it keeps the two apart.
  const safe = segment.replace(segment === segment.normalize('NFC') ? ODD : ODD_OR_FOREIGN, escapeText)
  const noDevice = DEVICE.test(safe) ? escapeText(safe[0]!) + safe.slice(1) : safe
  return noDevice.replace(/[. ]$/, escapeText)
}

/** Cuts a long name between characters and escapes; all pieces but the last end in `~+` and become folders. */
function foldLongName(name: string): string[] {
  if (Buffer.byteLength(name) <= NAME_BYTES) return [name]
  const pieces: string[] = []
  let piece = ''
  let bytes = 0
  for (const [unit] of name.matchAll(/~[0-9A-F]{2}|./gsu)) {
    const size = Buffer.byteLength(unit)
    if (bytes + size > NAME_BYTES) {
      pieces.push(`${piece}~+`)
      piece = ''
      bytes = 0
    }
    piece += unit
    bytes += size
  }
  return [...pieces, piece]
}

/** Names of the folders and the file that hold a blob on disk. No name begins with `~` followed by a lower-case letter. */
export const diskNames = (path: string): string[] => blobSegments(path).flatMap((segment) => foldLongName(escapeSegment(segment)))

/** The blob path of names as `diskNames` gives them. */
export function blobPathOf(names: readonly string[]): string {
  const joined = names.join('/').replaceAll('~+/', '')
  return joined.replace(/(?:~[0-9A-F]{2})+/g, (run) => Buffer.from(run.replaceAll('~', ''), 'hex').toString('utf8'))
}
