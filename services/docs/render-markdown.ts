import { Marked, type Tokens } from 'marked'
import { createAnchors } from '../../kernel/docs/anchor.ts'
import type { Page } from '../../kernel/docs/pages.ts'
import { escapeHtml } from '../../kernel/http/reply/compose-page.ts'
import { highlight } from './highlight.ts'
import { resolveLink } from './page-links.ts'

/** A heading of the second or third level. `html` is its text without links. */
export interface PageHeading {
  readonly depth: number
  readonly anchor: string
  readonly html: string
}

export interface RenderedMarkdown {
  readonly html: string
  readonly headings: readonly PageHeading[]
}

/** Words of an info string that name the file of a block: `ts file=notify.ts`, `yaml merge=config.yaml`. */
const CAPTION = /(?:^|\s)(?:file|merge)=(\S+)/
/** The column with the longest cell is kept wide enough to read, if that cell has so many characters. */
const MIN_LONG_CELL = 50
const withoutLinks = (html: string): string => html.replace(/<\/?a\b[^>]*>/g, '')

/** Renders the body of a page. Its first-level heading is left out: it repeats the title. HTML in the source is shown as text. */
export function renderMarkdown(page: Page, pages: ReadonlyMap<string, Page>): RenderedMarkdown {
  const anchorOf = createAnchors()
  const headings: PageHeading[] = []
  const marked = new Marked({
    renderer: {
      heading({ depth, text, tokens }) {
        const anchor = anchorOf(text)
        if (depth === 1) return ''
        const html = withoutLinks(this.parser.parseInline(tokens))
        if (depth <= 3) headings.push({ depth, anchor, html })
        return `<h${depth} id="${escapeHtml(anchor)}"><a href="#${escapeHtml(anchor)}">${html}</a></h${depth}>\n`
      },
      code: ({ text, lang = '' }) => renderCode(text, lang),
      link({ href, tokens }) {
        return renderLink(href, this.parser.parseInline(tokens), page, pages)
      },
      image: ({ href, text }) => renderImage(href, text, page, pages),
      table({ header, rows }) {
        const cell = ({ tokens }: Tokens.TableCell) => breakable(this.parser.parseInline(tokens))
        const lengths = header.map((_, column) => Math.max(...rows.map((row) => row[column]?.text.length ?? 0)))
        const longest = Math.max(MIN_LONG_CELL, ...lengths)
        const head = header.map((title, i) => `<th${lengths[i] === longest ? ' class="long"' : ''}>${cell(title)}</th>`).join('')
        const body = rows.map((row) => `<tr>${row.map((each) => `<td>${cell(each)}</td>`).join('')}</tr>`).join('')
        return `<div class="table-scroll"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>\n`
      },
      html: ({ text }) => escapeHtml(text),
    },
  })
  const html = marked.parse(page.markdown, { async: false })
  return { html, headings }
}

/** Lets long names in the cells of a table wrap at their dots, slashes and underscores. */
const breakable = (html: string): string => html.replace(/(?<=<code>)[^<]+/g, (name) => name.replace(/(?<=\w[./_])(?=\w)/g, '<wbr>'))

function renderCode(text: string, info: string): string {
  const [language = ''] = info.split(/\s/)
  const caption = CAPTION.exec(info)?.[1]
  const block = `<pre><code>${highlight(text, language)}\n</code></pre>`
  if (caption === undefined) return `<div class="code-block">${block}</div>\n`
  return `<figure class="code-block"><figcaption>${escapeHtml(caption)}</figcaption>${block}</figure>\n`
}

function renderLink(href: string, html: string, page: Page, pages: ReadonlyMap<string, Page>): string {
  const target = resolveLink(href, page, pages)
  if ('href' in target) return `<a href="${escapeHtml(target.href)}"${target.external ? ' rel="noopener"' : ''}>${html}</a>`
  const path = `<code>${escapeHtml(target.file)}</code>`
  const named = html.replace(/<\/?code>/g, '')
  return target.file.endsWith(named) ? path : `${html} (${path})`
}

function renderImage(href: string, text: string, page: Page, pages: ReadonlyMap<string, Page>): string {
  const target = resolveLink(href, page, pages)
  if (!('href' in target) || target.external) return escapeHtml(text)
  return `<img src="${escapeHtml(target.href)}" alt="${escapeHtml(text)}" loading="lazy">`
}
