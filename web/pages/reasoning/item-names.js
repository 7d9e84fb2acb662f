/**
 * How each series and dataset is called where people read: its label; with its id where several have one label.
 * @param {{ series?: object[], datasets?: object[] } | undefined} asked
 * @param {object} output of a run
 * @returns {Map<string, string>} by id
 */
export function itemNames(asked, output) {
  const items = [...(asked?.series ?? []), ...(asked?.datasets ?? []), ...(output.temporal?.series ?? []), ...(output.pattern?.items ?? [])]
  const labels = new Map()
  for (const { id, label } of items) if (!labels.has(id)) labels.set(id, label || id)
  const counts = Map.groupBy(labels.values(), (label) => label)
  return new Map([...labels].map(([id, label]) => [id, counts.get(label).length > 1 && label !== id ? `${label} (${id})` : label]))
}

/** A text of the engine, which quotes ids, with names in their place. */
export function inNames(text, names) {
  const renamed = [...names].filter(([id, name]) => id !== name).toSorted(([a], [b]) => b.length - a.length)
  if (!renamed.length || !text) return text
  const quoted = new RegExp(renamed.map(([id]) => `"${escaped(id)}"`).join('|'), 'g')
  return text.replace(quoted, (found) => `"${names.get(found.slice(1, -1))}"`)
}

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
