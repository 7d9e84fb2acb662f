import type { Page } from '../../kernel/docs/pages.ts'
import { escapeHtml } from '../../kernel/http/reply/compose-page.ts'
import type { MapSection, PageGroup } from './map-sections.ts'
import { pageAddress } from './page-links.ts'
import { type PageHeading, renderMarkdown } from './render-markdown.ts'

/** All pages with the sections of the map. */
export interface Manual {
  readonly pages: ReadonlyMap<string, Page>
  readonly sections: readonly MapSection[]
}

/** The address of the API reference is listed with the pages of the reference. */
const API_REFERENCE = '<li><a href="/docs/api">API reference</a></li>'
const REFERENCE = 'Reference'
/** Pages with fewer headings get no list of them. */
const MIN_HEADINGS = 2

/** Returns what replaces the marks of `web/pages/docs/docs.html`, by their names. */
export function renderPage(page: Page, manual: Manual): Readonly<Record<string, string>> {
  const { html, headings } = renderMarkdown(page, manual.pages)
  return {
    title: escapeHtml(page.title),
    summary: escapeHtml(page.summary),
    pages: manual.sections.map((section) => renderSection(section, page)).join(''),
    kind: page.path === '' ? 'map' : 'page',
    page: html,
    'on-this-page': renderHeadings(headings),
    neighbors: renderNeighbors(page, manual),
  }
}

const renderSection = ({ title, groups }: MapSection, current: Page): string =>
  `<section><h2>${escapeHtml(title)}</h2>${groups.map((group) => renderGroup(group, current)).join('')}${
    title === REFERENCE ? `<ul>${API_REFERENCE}</ul>` : ''
  }</section>`

function renderGroup({ title, pages }: PageGroup, current: Page): string {
  const list = `<ul>${pages.map((page) => `<li>${linkTo(page, page.path === current.path)}</li>`).join('')}</ul>`
  if (title === '') return list
  const open = pages.some(({ path }) => path === current.path) ? ' open' : ''
  return `<details${open}><summary>${escapeHtml(title)}</summary>${list}</details>`
}

const linkTo = ({ path, title }: Page, isCurrent = false): string =>
  `<a href="${escapeHtml(pageAddress(path))}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`

function renderHeadings(headings: readonly PageHeading[]): string {
  if (headings.length < MIN_HEADINGS) return ''
  const items = headings.map(({ depth, anchor, html }) => `<li data-depth="${depth}"><a href="#${escapeHtml(anchor)}">${html}</a></li>`)
  return `<nav aria-labelledby="on-this-page"><h2 id="on-this-page">On this page</h2><ul>${items.join('')}</ul></nav>`
}

function renderNeighbors(page: Page, { sections }: Manual): string {
  const order = sections.flatMap(({ groups }) => groups.flatMap(({ pages }) => pages))
  const at = order.findIndex(({ path }) => path === page.path)
  const [previous, next] = at < 0 ? [] : [order[at - 1], order[at + 1]]
  if (!previous && !next) return ''
  const part = (neighbor: Page | undefined, name: string) =>
    neighbor ? `<div class="${name.toLowerCase()}"><span>${name}</span> ${linkTo(neighbor)}</div>` : ''
  return `<nav class="neighbors" aria-label="Previous and next page">${part(previous, 'Previous')}${part(next, 'Next')}</nav>`
}
