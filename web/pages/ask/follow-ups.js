import { lastHeading } from './last-heading.js'

const MOST = 3
const LONGEST = 60

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
  const quoted = new Set(sources.filter(({ id }) => cited.has(id)).map(({ filename, section }) => `${filename}/${lastHeading(section)}`))
  const questions = sources
    .filter(
      ({ filename, section }) => section && lastHeading(section).length <= LONGEST && !quoted.has(`${filename}/${lastHeading(section)}`),
    )
    .map(({ filename, section }) => `What does “${filename}” say about “${lastHeading(section)}”?`)
  const asked = new Set(turns.map(({ question }) => question))
  return [...new Set(questions)].filter((question) => !asked.has(question)).slice(0, MOST)
}
