const MOST = 3
const LONGEST = 60
/** A heading without its number and those above it. */
const leafOf = (section) =>
  section
    ?.split(' > ')
    .at(-1)
    .replace(/^[\d.]+\s+/, '')
    .trim()

/**
 * What could be asked next: the parts of the documents that were read for the last answer and that it does not quote.
 * Nothing where it was not found, failed or is compared with another.
 * @param {{ question: string, replies: { reply?: object }[] }[]} turns
 * @returns {string[]}
 */
export function followUps(turns) {
  const { reply } = turns.at(-1)?.replies[0] ?? {}
  if (!reply || turns.at(-1).replies.length > 1 || (reply.response_metadata?.answer_kind ?? 'answer') !== 'answer') return []
  const { citations = [], metadata: sources = [] } = reply
  const cited = new Set(citations.map(({ source_id: id }) => id))
  const quoted = new Set(sources.filter(({ id }) => cited.has(id)).map(({ filename, section }) => `${filename}/${leafOf(section)}`))
  const questions = sources
    .filter(({ filename, section }) => section && leafOf(section).length <= LONGEST && !quoted.has(`${filename}/${leafOf(section)}`))
    .map(({ filename, section }) => `What does “${filename}” say about “${leafOf(section)}”?`)
  const asked = new Set(turns.map(({ question }) => question))
  return [...new Set(questions)].filter((question) => !asked.has(question)).slice(0, MOST)
}
