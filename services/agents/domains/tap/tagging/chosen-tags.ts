/** Characters of a tag that is no vocabulary's. */
const LONGEST_TAG = 60

/** What a model named, as tags: those of the vocabulary in its own spelling where there is one, each once. */
export function chosenTags(named: readonly string[], vocabulary: readonly string[], most: number): string[] {
  const known = new Map(vocabulary.map((tag) => [tag.toLowerCase(), tag]))
  const tags = new Map<string, string>()
  for (const name of named) {
    const tag = name
      .replace(/\s+/g, ' ')
      .replace(/^[#\s]+/, '')
      .trim()
      .slice(0, LONGEST_TAG)
      .trim()
      .toWellFormed()
    const own = known.size > 0 ? (known.get(name.trim().toLowerCase()) ?? known.get(tag.toLowerCase())) : tag
    if (own && !tags.has(own.toLowerCase())) tags.set(own.toLowerCase(), own)
  }
  return [...tags.values()].slice(0, most)
}

/** From the first of one sign to the last of another, both with it. */
function between(text: string, first: string, last: string): string | undefined {
  const [start, end] = [text.indexOf(first), text.lastIndexOf(last)]
  return start < 0 || end < start ? undefined : text.slice(start, end + 1)
}

/** The list of tags in a model's answer: JSON of the form that was asked for, also within other words. Undefined where there is none. */
export function namedTags(answer: string): string[] | undefined {
  for (const text of [answer, between(answer, '{', '}'), between(answer, '[', ']')]) {
    const found = text === undefined ? undefined : listIn(text)
    if (found) return found
  }
  // small models list tags without end, until they are cut off: the fitting ones come first
  const begun = /"tags"\s*:\s*\[((?:\s*"(?:[^"\\]|\\.)*"\s*,)+)/.exec(answer)?.[1]
  return begun === undefined ? undefined : listIn(`[${begun.replace(/,$/, '')}]`)
}

function listIn(text: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const list = Array.isArray(value) ? value : typeof value === 'object' && value !== null && 'tags' in value ? value.tags : undefined
    return Array.isArray(list) ? list.filter((tag) => typeof tag === 'string') : undefined
  } catch {
    return undefined // words around it, or no JSON at all
  }
}
