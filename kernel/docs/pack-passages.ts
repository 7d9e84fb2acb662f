import { MAX_CHARACTERS, type Section } from './sections.ts'

/** Passages of one page, so that other pages are seen. */
const MAX_PER_PAGE = 2

/**
 * Returns the first passages for sections that are ordered by how well they match. A passage begins with the best section of a page. Other
 * sections of the page that match follow up to `MAX_CHARACTERS`, because a short section often needs the one next to it to be understood.
 */
export function packPassages(ranked: readonly Section[], top: number): Section[] {
  const passages: [Section, ...Section[]][] = []
  for (const section of ranked) {
    const ofPage = passages.filter(([{ source, page }]) => source === section.source && page === section.page)
    const open = ofPage.find((sections) => lengthOf(sections) + section.text.length <= MAX_CHARACTERS)
    if (open) open.push(section)
    else if (ofPage.length < MAX_PER_PAGE) passages.push([section])
  }
  return passages.slice(0, top).map(([best, ...others]) => ({ ...best, text: [best.text, ...others.map(withHeading)].join('\n\n') }))
}

const lengthOf = (sections: readonly Section[]): number => sections.reduce((sum, { text }) => sum + text.length, 0)

const withHeading = ({ title, text }: Section): string => `**${title.split(' › ').at(-1)}**\n\n${text}`
