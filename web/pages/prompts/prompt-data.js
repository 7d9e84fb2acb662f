import { apiJson } from '../../api/api.js'
import { dateAndTime } from '../../parts/format.js'

const PATH = '/api/v2/prompts'

export const types = [
  { type: 'system', title: 'System prompts', one: 'system prompt', text: 'system_prompt' },
  { type: 'response', title: 'Response templates', one: 'response template', text: 'response_template' },
  { type: 'experiment', title: 'Experiments', one: 'experiment' },
]
export const typeInfo = (type) => types.find((t) => t.type === type)

/** What the built-in prompt of a type is called in lists; it cannot be changed. */
export const BUILT_IN = 'built-in'

export const readBundle = () => apiJson(`${PATH}?json=true`)

/** The text of a version. */
export async function readText({ type, id }) {
  const query = new URLSearchParams({ json: 'true', prompt_type: type, prompt_id: id })
  return (await apiJson(`${PATH}?${query}`)).prompt.content
}

const send = (json) => apiJson(PATH, { method: 'POST', json, headers: { Accept: 'application/json' } })

/** Keeps a text as a new version of its name. */
export function saveVersion({ type, name, text, label, makeDefault }) {
  if (type === 'experiment')
    return send({ new_prompt_name: name, new_prompt_type: type, new_prompt_content: text, new_prompt_label: label })
  const field = typeInfo(type).text
  const fields = { [field]: text, [`${field}_name`]: name, [`${field}_label`]: label, [`${field}_make_default`]: makeDefault }
  return send(fields)
}

export const actOn = (action, entry, more = {}) => send({ action, prompt_type: entry.type, prompt_identifier: entry.id, ...more })

export const renderPreview = (content, variables, signal) =>
  apiJson(`${PATH}/preview`, { method: 'POST', json: { content, variables }, signal })

/** Versions by name, the most recently saved name first. */
export function groupByName(entries) {
  const groups = new Map()
  for (const entry of entries) groups.set(entry.name, [...(groups.get(entry.name) ?? []), entry])
  return groups
}

export const savedAt = (entry) => dateAndTime(new Date(entry.metadata.saved_at))

/** "21 Nov 2026, 04:30 · shorter answers": a version among those of its name. */
export const versionWords = (entry) => [savedAt(entry), entry.metadata.label, entry.is_current && 'in use'].filter(Boolean).join(' · ')
