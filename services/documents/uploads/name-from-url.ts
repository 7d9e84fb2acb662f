import { fileTypeOf, formatOf } from '../formats/catalog.ts'
import { extensionOf } from '../formats/extension-of.ts'
import { safeName } from '../formats/safe-name.ts'

const LONGEST_NAME = 255
/** What servers say of files that they do not know. */
const VAGUE = new Set(['txt', undefined])

/**
 * What a file that comes from an address is called: as its server says (Content-Disposition, RFC 6266), else as the last part of the
 * path, else as the host. An extension is added where the media type says that it is something else: a page at `index.php` is HTML.
 */
export function nameFromUrl(url: URL, disposition: string | undefined, contentType: string): string {
  const otherwise = url.hostname.replaceAll('.', '-')
  const name = safeName(fromDisposition(disposition) ?? decoded(url.pathname.split('/').at(-1) ?? ''), contentType, otherwise, LONGEST_NAME)
  const told = extensionOf(contentType)
  if (told === undefined || VAGUE.has(told) || formatOf(told) === formatOf(fileTypeOf(name)) || fileTypeOf(name) === told) return name
  return safeName(`${name}.${told}`, '', otherwise, LONGEST_NAME)
}

/** The `filename*` (RFC 8187) or `filename` of the header. */
function fromDisposition(header = ''): string | undefined {
  const extended = /;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  if (extended) return decoded(extended)
  const [, quoted, plain] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(header) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? plain
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
