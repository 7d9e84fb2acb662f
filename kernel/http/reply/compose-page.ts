import type { ConsolePage } from './pages.ts'

/** What the server asks of people: nothing (`open`), or also a sign-in at an identity provider. */
export interface AskedOfPeople {
  readonly open?: boolean
  readonly provider?: boolean
}

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
  const groups = Map.groupBy(all, ({ nav }) => nav?.group)
  const footer = groups.get(undefined) ?? []
  groups.delete(undefined)
  const lists = [...groups].map(
    ([group, pages]) => `<ul aria-label="${escaped(group ?? '')}">${pages.map((p) => `<li>${link(p, file)}</li>`).join('')}</ul>`,
  )
  return [
    ['<!-- head -->', head],
    ['<div class="tools">', `<div class="tools"${asked.open ? ' data-open' : ''}${asked.provider ? ' data-provider' : ''}>`],
    ['<!-- navigation -->', lists.join('\n')],
    ['<!-- main -->', page.slice(start).trim()],
    ['<!-- footer -->', footer.map((p) => link(p, file)).join('')],
  ].reduce((text, [mark = '', put = '']) => {
    if (!text.includes(mark)) throw new Error(`the shell has no ${mark}`)
    return text.replace(mark, () => put)
  }, shell)
}

/** The keyboard finds the links by `data-key`. */
function link({ file, paths, nav }: ConsolePage, here: string): string {
  if (!nav) return ''
  const current = file === here ? ' aria-current="page"' : ''
  return `<a href="${escaped(paths[0])}" data-key="${escaped(nav.key)}"${current}>${escaped(nav.title)}</a>`
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
