import type { PagePassage } from './document.ts'

/** Share and least number of pages on which a line of the margin counts as running header or footer; left and right pages may have their own. */
const RUNNING_SHARE = 0.3
const RUNNING_PAGES = 5
/** How many passages at the top and at the bottom of a page may be running ones, of a third of them each at most. */
const MARGIN = 4
/** So much larger than its other occurrences the first one is a title. */
const TITLE_RATIO = 1.12

/** Leaves out what stands at the top or bottom of many pages, page numbers included; numbers in it may differ. A title that runs on stays. */
export function withoutRunningLines(passages: readonly PagePassage[]): readonly PagePassage[] {
  const pages = [...Map.groupBy(passages, (p) => p.page).values()]
  const inMargin = (page: readonly PagePassage[], at: number) => {
    const margin = Math.min(MARGIN, Math.max(1, Math.floor(page.length / 3)))
    return at < margin || at >= page.length - margin || numbersLines(page[at]!)
  }
  const known = new Map<string, { pages: number; sizes: number[] }>()
  for (const page of pages)
    for (const [sign, own] of Map.groupBy(
      page.filter((_, i) => inMargin(page, i)),
      signOf,
    )) {
      const entry = known.get(sign) ?? { pages: 0, sizes: [] }
      known.set(sign, { pages: entry.pages + 1, sizes: [...entry.sizes, own[0]!.size] })
    }
  const least = Math.max(RUNNING_PAGES, pages.length * RUNNING_SHARE)
  const usual = new Map<string, number>()
  for (const [sign, { pages: count, sizes }] of known) if (count >= least) usual.set(sign, middleOf(sizes))
  return pages.flatMap((page) => {
    const kept = page.filter((p, i) => !inMargin(page, i) || p.size > (usual.get(signOf(p)) ?? 0) * TITLE_RATIO)
    return kept.length ? kept : page
  })
}

const middleOf = (sizes: number[]): number => sizes.sort((a, b) => a - b)[sizes.length >> 1]!

const FEWEST_NUMBERED = 15

/** Whether it is nothing but 1, 2, 3 …: the numbers of a page's lines, with what printers put between them. */
export function numbersLines({ kind, text }: Pick<PagePassage, 'kind' | 'text'>): boolean {
  if (kind === 'table' || text[0] !== '1' || !/^1\s+2\s+3\s/.test(text)) return false
  const numbers = text.split(/\s+/).map((t) => Number(/^\p{L}{0,2}(\d{1,3})\p{L}{0,2}$/u.exec(t)?.[1]))
  return numbers.length >= FEWEST_NUMBERED && numbers.every((n, i) => n === i + 1)
}

/** What two running lines have in common: of short ones the numbers do not count. */
export const signOf = (p: Pick<PagePassage, 'kind' | 'text' | 'lines'>): string =>
  numbersLines(p) ? '1 2 3' : p.lines > 2 || p.text.length > 150 ? p.text : p.text.replace(/\d+|\b[ivxl]+\b/g, '#')
