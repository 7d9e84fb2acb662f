const EMBEDS = /embed|\bbge\b|\be5\b|\bgte\b|minilm/i
const RANKS = /rerank|ranker|cross-encoder/i

/**
 * Which of a server's models is offered first for a use, by its name; the first of all where no name tells.
 * @param {'answers' | 'embeddings' | 'rerank'} kind
 * @param {readonly string[]} names as the server lists them
 */
export function likelyModel(kind, names) {
  const ranks = (name) => RANKS.test(name)
  const embeds = (name) => EMBEDS.test(name) && !ranks(name)
  const fits = { embeddings: embeds, rerank: ranks, answers: (name) => !embeds(name) && !ranks(name) }[kind]
  return names.find(fits) ?? names[0] ?? ''
}
