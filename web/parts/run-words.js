import { capital } from './format.js'

/** @typedef {{ kind: string, steps: Record<string, string> } | null | undefined} RunWords as the server tells them of a kind */

const plain = (name) => capital(name.replaceAll('-', ' '))

/** What people call a kind of run. @param {RunWords} words */
export const kindWords = (words, kind) => words?.kind ?? plain(kind)

/** What a run is about. A turn's title begins with the id of its agent, which is said in words without its domain. */
export const titleWords = ({ kind, title }) =>
  kind === 'agent' ? title?.replace(/^[a-z0-9]+-([a-z0-9-]+)(?=: )/, (_, slug) => plain(slug)) : title

/** What people call a step of it. @param {RunWords} words */
export const stepWords = (words, step) => words?.steps[step] ?? plain(step)

/** What people call an item of a step: with its place where there are several. */
export function itemWords({ words, steps }, step, item) {
  const total = steps.find(({ name }) => name === step)?.total ?? 0
  return total > 1 || item > 0 ? `${stepWords(words, step)}, ${item + 1} of ${total}` : stepWords(words, step)
}
