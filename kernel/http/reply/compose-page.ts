/**
 * A page of the console as it is served: the shell around what the page's own file holds, its head lines (title, styles, script) and its
 * `<main>`. `id` names the page to the shell. A file that is a whole document stays as it is. Throws when a file is not of this form.
 */
export function composePage(shell: string, id: string, page: string): string {
  if (/^\s*<!doctype/i.test(page)) return page
  const start = page.indexOf('<main')
  const title = page.indexOf('</title>')
  if (start < 0 || title < 0 || title > start) throw new Error(`the page ${id} has no <title> before its <main>`)
  const head = page.slice(0, start).replace('</title>', ' · Millrace</title>').trim()
  return [
    ['data-page=""', `data-page="${id}"`],
    ['<!-- head -->', head],
    ['<!-- main -->', page.slice(start).trim()],
  ].reduce((text, [mark = '', put = '']) => {
    if (!text.includes(mark)) throw new Error(`the shell has no ${mark}`)
    return text.replace(mark, () => put)
  }, shell)
}
