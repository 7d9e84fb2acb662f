import { ApiError, apiJson, errorOf } from '../../api/api.js'
import { freshHeaders } from '../../shell/identity-provider.js'
import { signIn } from '../../shell/sign-in.js'

/** Creates or changes an index from its specification in JSON or YAML. Rejects with an ApiError whose details name the place. */
export async function sendSpec(text, mode) {
  if (!text.trim()) throw new ApiError('Write a specification first, or open a file that has one.', { code: 'invalid_request' })
  if (!text.trimStart().startsWith('{')) return sendYaml(text, mode)
  return apiJson('/api/v2/search/indexes/from-json', { method: 'POST', json: { mode, index: readJson(text) } })
}

/** A specification in JSON as the object that it is. Throws an ApiError for YAML, and for JSON of another shape. */
export function asSpec(text) {
  if (!text.trimStart().startsWith('{'))
    throw new ApiError('Rows can show JSON alone: apply the YAML as it is, or use the index as a template afterwards.', {
      code: 'invalid_request',
    })
  const spec = readJson(text)
  if (!Array.isArray(spec.fields) || spec.fields.some((f) => typeof f !== 'object' || f === null))
    throw new ApiError('fields: a list of fields is needed.', { code: 'invalid_request', details: { path: 'fields' } })
  return spec
}

function readJson(text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    const [, line, column] = /line (\d+) column (\d+)/.exec(error.message) ?? []
    throw new ApiError(`Not valid JSON: ${error.message}`, {
      code: 'invalid_request',
      details: line ? { line: Number(line), column: Number(column) } : {},
    })
  }
}

async function sendYaml(text, mode) {
  const form = new FormData()
  form.append('mode', mode)
  form.append('file', new Blob([text], { type: 'application/yaml' }), 'index.yaml')
  for (;;) {
    const headers = await freshHeaders()
    const reply = await fetch('/api/v2/search/indexes/from-yaml', { method: 'POST', headers, body: form }).catch(() => {
      throw new ApiError('The server does not answer.')
    })
    if (reply.ok) return reply.json()
    const error = errorOf(reply.status, await reply.text(), (name) => reply.headers.get(name))
    if (error.status !== 401 || !(await signIn(error.message))) throw error
  }
}
