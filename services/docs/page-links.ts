import { posix } from 'node:path'
import type { Page } from '../../kernel/docs/pages.ts'

const EXTERNAL = /^(?:https?:\/\/|mailto:)/i
const IMAGES = 'docs/images/'

/** What a link of a page leads to: an address of the console or of the web, or a file of the repository, which has no address. */
export type Target = { readonly href: string; readonly external: boolean } | { readonly file: string }

/** Returns the address of a page: `/docs/how-to/upload-documents`. */
export const pageAddress = (path: string): string => (path === '' ? '/docs' : `/docs/${path}`)

/** Resolves a link or picture of a page as GitHub resolves it: relative to the file of the page. */
export function resolveLink(href: string, from: Pick<Page, 'file'>, pages: ReadonlyMap<string, Pick<Page, 'path'>>): Target {
  if (href.startsWith('#')) return { href, external: false }
  if (EXTERNAL.test(href)) return { href, external: true }
  const [path = '', anchor] = href.split('#')
  const file = posix.normalize(posix.join(posix.dirname(from.file), path))
  const page = pages.get(file)
  if (page) return { href: `${pageAddress(page.path)}${anchor ? `#${anchor}` : ''}`, external: false }
  if (file.startsWith(IMAGES)) return { href: `/docs/images/${file.slice(IMAGES.length)}`, external: false }
  return { file }
}
