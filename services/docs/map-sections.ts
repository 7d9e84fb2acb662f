import { lexer, type Token, type Tokens, walkTokens } from 'marked'
import type { Page } from '../../kernel/docs/pages.ts'
import { resolveLink } from './page-links.ts'

/** Pages under a heading of the third level of the map; pages without one come first, under an empty title. */
export interface PageGroup {
  readonly title: string
  readonly pages: readonly Page[]
}

/** A heading of the second level of the map. */
export interface MapSection {
  readonly title: string
  readonly groups: readonly PageGroup[]
}

/** Returns the sections of the map, `docs/README.md`, with the pages that its lists link to. */
export function sectionsOfMap(map: Page, pages: ReadonlyMap<string, Page>): readonly MapSection[] {
  const sections: { title: string; groups: { title: string; pages: Page[] }[] }[] = []
  for (const token of lexer(map.markdown)) {
    if (token.type === 'heading' && token.depth === 2) sections.push({ title: token.text, groups: [{ title: '', pages: [] }] })
    else if (token.type === 'heading' && token.depth === 3) sections.at(-1)?.groups.push({ title: token.text, pages: [] })
    else if (token.type === 'list')
      sections
        .at(-1)
        ?.groups.at(-1)
        ?.pages.push(...pagesIn(token, map, pages))
  }
  return sections.map(({ title, groups }) => ({ title, groups: groups.filter(({ pages: inside }) => inside.length > 0) }))
}

function pagesIn(list: Token, map: Page, pages: ReadonlyMap<string, Page>): Page[] {
  const found: Page[] = []
  const byAddress = new Map([...pages.values()].map((page) => [`/docs/${page.path}`, page]))
  walkTokens([list], (token) => {
    if (token.type !== 'link') return
    const target = resolveLink((token as Tokens.Link).href, map, pages)
    const page = 'href' in target ? byAddress.get(target.href) : undefined
    if (page) found.push(page)
  })
  return found
}
