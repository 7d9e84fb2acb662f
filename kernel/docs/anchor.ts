const LINK = /!?\[([^\]]*)\]\([^)]*\)/g
const DROPPED = /[^\p{L}\p{N}\s_-]/gu

/** Returns the anchor of a heading as GitHub and the console name it. `heading` is the heading's Markdown without `#`. */
export const anchorOf = (heading: string): string =>
  heading.replace(LINK, '$1').toLowerCase().replace(DROPPED, '').trim().replace(/\s/g, '-')

/** Returns a function that names the headings of one page in order. Repeated ones get `-1`, `-2` and so on, as on GitHub. */
export function createAnchors(): (heading: string) => string {
  const used = new Map<string, number>()
  return (heading) => {
    const anchor = anchorOf(heading)
    const times = used.get(anchor) ?? 0
    used.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  }
}
