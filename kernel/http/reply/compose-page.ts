import type { ConsolePage } from './pages.ts'

/** What the server asks of people: nothing (`open`), subscription keys, tokens, or also a sign-in at an identity provider. */
export interface AskedOfPeople {
  readonly open?: boolean
  readonly keys?: boolean
  readonly tokens?: boolean
  readonly provider?: boolean
}

const ASKED = ['open', 'keys', 'tokens', 'provider'] as const

/**
 * A page of the console as it is served: the shell around what the page's own file holds, its head lines (title, styles, script) and its
 * `<main>`, with the navigation to all pages. A file that is a whole document stays as it is. Throws when a file is not of this form.
 */
export function composePage(shell: string, file: string, page: string, all: readonly ConsolePage[], asked: AskedOfPeople = {}): string {
  if (/^\s*<!doctype/i.test(page)) return page
  const start = page.indexOf('<main')
  const title = page.indexOf('</title>')
  if (start < 0 || title < 0 || title > start) throw new Error(`the page ${file} has no <title> before its <main>`)
  const head = page.slice(0, start).replace('</title>', ' · Millrace</title>').trim()
  const own = all.find(({ file: name }) => name === file)?.paths ?? []
  const entries = all.flatMap(({ nav, paths, file: name }) =>
    nav ? [{ ...nav, path: paths[0], here: placeOf(name === file, paths[0], own) }] : [],
  )
  const lists = [...Map.groupBy(entries, ({ group }) => group)].map(groupOf)
  return [
    ['<!-- head -->', head],
    ['<div class="tools">', `<div class="tools"${ASKED.map((what) => (asked[what] ? ` data-${what}` : '')).join('')}>`],
    ['<!-- navigation -->', lists.join('\n')],
    ['<!-- main -->', page.slice(start).trim()],
  ].reduce((text, [mark = '', put = '']) => {
    if (!text.includes(mark)) throw new Error(`the shell has no ${mark}`)
    return text.replace(mark, () => put)
  }, shell)
}

interface Entry {
  readonly title: string
  readonly key: string
  readonly path: string
  /** Of `aria-current`: this page, or the one above it. */
  readonly here: 'page' | 'true' | undefined
}

/** A page without an entry (`/runs/:id`) belongs to the one above it. */
function placeOf(isItself: boolean, path: string, own: readonly string[]): Entry['here'] {
  if (isItself) return 'page'
  return own.some((below) => below.startsWith(`${path}/`)) ? 'true' : undefined
}

/** What somebody has folded is closed before it is drawn: `web/shell/side.js`. */
const groupOf = ([group, entries]: readonly [string, readonly Entry[]]): string =>
  `<details class="group" data-group="${escapeHtml(group)}" open><summary>${escapeHtml(group)}</summary><ul>${entries
    .map((entry) => `<li>${link(entry)}</li>`)
    .join('')}</ul></details>`

/** The keyboard and the palette find the links by `data-key`. */
const link = ({ title, key, path, here }: Entry): string =>
  `<a href="${escapeHtml(path)}" data-key="${escapeHtml(key)}"${here ? ` aria-current="${here}"` : ''}>${escapeHtml(title)}</a>`

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
