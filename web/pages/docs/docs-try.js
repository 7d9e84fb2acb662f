import { element } from '../../parts/element.js'
import { seconds } from '../../parts/format.js'
import { freshHeaders } from '../../shell/identity-provider.js'
import { exampleOfMedia, resolve, typeWords } from './docs-schema.js'

const LONGEST_SHOWN = 100_000
let serial = 0

/** A form that makes the call with the credentials of this tab and shows the reply as it is. */
export function createTry(document, path, method, operation) {
  const id = `try-${++serial}`
  const parameters = (operation.parameters ?? []).map((p) => resolve(document, p)).filter((p) => p.in === 'path' || p.in === 'query')
  const inputs = parameters.map((parameter, i) => ({
    parameter,
    input: element('input', {
      id: `${id}-${i}`,
      autocomplete: 'off',
      spellcheck: 'false',
      required: parameter.required,
      placeholder: parameter.required ? 'required' : typeWords(document, parameter.schema ?? {}),
    }),
  }))
  const content = resolve(document, operation.requestBody)?.content
  const type = content && ('application/json' in content ? 'application/json' : Object.keys(content)[0])
  const body = ['post', 'put', 'patch'].includes(method) ? bodyFields(document, id, type, content?.[type]) : undefined
  const output = element('div', { role: 'status' })
  const send = element('button', { type: 'submit', className: 'primary compact' }, 'Send')

  async function call(event) {
    event.preventDefault()
    send.setAttribute('aria-busy', 'true')
    const started = performance.now()
    const given = body?.read()
    const reply = await fetch(addressOf(path, inputs), {
      method: method.toUpperCase(),
      cache: 'no-store',
      headers: { ...(await freshHeaders()), ...(typeof given === 'string' && given ? { 'Content-Type': type } : {}) },
      body: given || undefined,
    }).catch(() => undefined)
    const text = await reply?.text().catch(() => undefined)
    send.removeAttribute('aria-busy')
    output.replaceChildren(
      ...(text === undefined
        ? [element('p', { className: 'notice error' }, 'The server does not answer.')]
        : replyNodes(reply, text, performance.now() - started)),
    )
  }

  return element(
    'form',
    { className: 'try', onsubmit: call },
    element('h3', {}, 'Try it'),
    ...inputs.map(({ parameter, input }) => field(input, `${parameter.name} (${parameter.in})`)),
    ...(body?.nodes ?? []),
    element('div', {}, send),
    output,
  )
}

/** The fields of a body, and how to read them: one text, or the parts of a form. */
function bodyFields(document, id, type, media) {
  if (type === 'multipart/form-data') return formFields(document, id, media)
  const example = media ? JSON.stringify(exampleOfMedia(document, media), undefined, 2) : ''
  const input = element('textarea', {
    id: `${id}-body`,
    rows: String(Math.min(14, example.split('\n').length + 1)),
    spellcheck: 'false',
    value: example,
  })
  return { nodes: media ? [field(input, `Body (${type})`)] : [], read: () => input.value.trim() }
}

function formFields(document, id, media) {
  const { properties = {}, required = [] } = resolve(document, media.schema)
  const example = exampleOfMedia(document, media)
  const inputs = Object.entries(properties).map(([name, part]) => {
    const isFile = part.contentMediaType === 'application/octet-stream'
    const value = !isFile && required.includes(name) ? String(example?.[name] ?? '') : undefined
    const input = element('input', { id: `${id}-part-${name}`, type: isFile ? 'file' : 'text', autocomplete: 'off', value })
    return { name, isFile, input }
  })
  const read = () => {
    const form = new FormData()
    for (const { name, isFile, input } of inputs) {
      if (isFile && input.files.length > 0) form.append(name, input.files[0])
      else if (!isFile && input.value) form.append(name, input.value)
    }
    return form
  }
  return { nodes: inputs.map(({ name, input }) => field(input, `${name} (form)`)), read }
}

const field = (input, label) => element('div', { className: 'field' }, element('label', { for: input.id }, label), input)

function addressOf(path, inputs) {
  let address = path
  const query = new URLSearchParams()
  for (const { parameter, input } of inputs) {
    const value = input.value.trim()
    if (parameter.in === 'path') address = address.replace(`{${parameter.name}}`, encodeURIComponent(value))
    else if (value) query.set(parameter.name, value)
  }
  return query.size ? `${address}?${query}` : address
}

function replyNodes(reply, text, ms) {
  const status = reply.ok ? 'complete' : 'error'
  const words = `${reply.status} ${reply.statusText}, ${seconds(ms / 1000)}`
  const shown = pretty(text)
  const requestId = reply.headers.get('x-request-id')
  return [
    element('p', {}, element('span', { className: 'badge', data: { status } }, words)),
    requestId && element('p', { className: 'small soft' }, 'Request id ', element('span', { className: 'mono' }, requestId)),
    element('pre', { className: 'reply', tabindex: '0', 'aria-label': 'Reply' }, shown.slice(0, LONGEST_SHOWN) || 'No body.'),
    shown.length > LONGEST_SHOWN && element('p', { className: 'hint' }, 'The rest is not shown.'),
  ].filter(Boolean)
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
