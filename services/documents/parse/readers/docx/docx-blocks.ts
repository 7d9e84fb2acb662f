import type { XmlElement } from '../../xml/xml.ts'
import type { ListPlace } from './docx-lists.ts'
import type { Styles } from './docx-styles.ts'

/** A piece of a document in the words of HTML: `p`, `h1` and so on, `table`, `ul`, `ol`. */
export type Markup = XmlElement & { readonly children: (Markup | string)[] }

export const markup = (name: string, children: (Markup | string)[] = [], attributes: Readonly<Record<string, string>> = {}): Markup => ({
  name,
  attributes,
  children,
})

/** The last piece where it is an element of these names, or else a new one of the first. */
function lastOf(pieces: (Markup | string)[], ...names: readonly [string, ...string[]]): Markup {
  const last = pieces.at(-1)
  if (typeof last === 'object' && names.includes(last.name)) return last
  const added = markup(names[0])
  pieces.push(added)
  return added
}

/** Adds an item to the list at the end of `pieces`, or begins one: where there is none, and on its own level where that is of the other kind. */
export function addItem(pieces: (Markup | string)[], { level, ordered }: ListPlace, text: string): void {
  let place = pieces
  for (let above = 0; above < level; above++) place = lastOf(lastOf(place, 'ul', 'ol').children, 'li').children
  lastOf(place, ordered ? 'ol' : 'ul').children.push(markup('li', text ? [text] : []))
}

const NAMED: Readonly<Record<string, string>> = {
  title: 'h1',
  subtitle: 'h2',
  heading: 'h1',
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`heading ${n}`, `h${n}`])),
  'heading 7': 'h6',
  // Their numbering, where they have one, is none of a list.
  ...Object.fromEntries(['footnote text', 'endnote text', 'annotation text', 'footnote', 'endnote'].map((name) => [name, 'p'])),
}
const BY_ID = /^Heading([1-6]?)$/

/** What a paragraph of a style is, whatever its numbering; undefined where that counts. Names tell of Word's own styles in any language. */
export function elementOfStyle(styles: Styles, id: string | undefined): string | undefined {
  if (id === undefined) return undefined
  const name = styles.paragraphs.get(id)?.name?.toLowerCase() ?? ''
  const level = BY_ID.exec(id)?.[1]
  // Word's own titles count more than the ids, and these more than other names.
  if (name === 'title' || name === 'subtitle' || name === 'heading 7') return NAMED[name]
  if (level) return `h${level}`
  if (Object.hasOwn(NAMED, name) && name !== 'heading' && name.startsWith('heading')) return NAMED[name]
  return level === '' ? 'h1' : Object.hasOwn(NAMED, name) ? NAMED[name] : undefined
}
