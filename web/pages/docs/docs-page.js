import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'
import { markdownLine, markdownNodes } from '../../parts/text/markdown.js'
import { whileBusy } from '../../shell/shell.js'
import { described, exampleOfMedia, resolve, schemaTree, typeWords } from './docs-schema.js'
import { createTry } from './docs-try.js'
import { drawQuickStart } from './quick-start.js'

const GUIDE = 'for every route'
const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const byId = (id) => document.getElementById(id)
let families = []

async function load() {
  try {
    const description = await apiJson('/api/v2/openapi.json')
    byId('problem').replaceChildren()
    draw(description)
    byId('docs').hidden = false
    openLinked()
  } catch (error) {
    byId('problem').replaceChildren(failure(error, () => whileBusy(load())))
  }
}

function draw(description) {
  const operations = Object.entries(description.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      path,
      method,
      operation: item[method],
      tag: item[method].tags?.[0] ?? 'other',
    })),
  )
  const tags = [...new Set(operations.map(({ tag }) => tag))].sort()
  const about = Object.fromEntries((description.tags ?? []).map(({ name, description: words }) => [name, words]))
  families = [
    createFamily(GUIDE, undefined, guideRows(description.info.description ?? '')),
    ...tags.map((tag) =>
      createFamily(
        tag,
        about[tag],
        operations.filter((o) => o.tag === tag).map((o) => operationRow(description, o)),
      ),
    ),
  ]
  byId('families').replaceChildren(...families.map(({ link }) => link))
  byId('operations').replaceChildren(...families.map(({ section }) => section))
}

/** A family of routes, or of what holds for all: its link, its section, and its rows with the words that the filter looks at. */
function createFamily(name, about, rows) {
  const id = `family-${name.replaceAll(' ', '-')}`
  return {
    rows,
    link: element('li', {}, element('a', { href: `#${id}` }, name, ' ', element('span', { className: 'hint' }, String(rows.length)))),
    section: element(
      'section',
      { 'aria-labelledby': id },
      element('h2', { id }, name),
      about && element('p', { className: 'small soft about' }, about),
      ...rows.map(({ node }) => node),
    ),
  }
}

const operationRow = (description, o) => ({
  node: createOperation(description, o),
  text: `${o.method} ${o.path} ${o.operation.summary ?? ''} ${o.tag}`.toLowerCase(),
})

/** The parts of the API's own description, each under its heading. */
const guideRows = (markdown) =>
  markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title, ...lines] = part.trim().split('\n')
      // Lines end where the source is wrapped, which means nothing.
      const text = lines.join('\n').replace(/([^\n|])\n(?=[^\n|])/g, '$1 ')
      return {
        node: element(
          'details',
          { className: 'card guide' },
          element('summary', {}, title),
          element('div', { className: 'body' }, ...markdownNodes(text)),
        ),
        text: `${title} ${text}`.toLowerCase(),
      }
    })

function createOperation(description, { path, method, operation }) {
  const body = element('div', { className: 'body' })
  const node = element(
    'details',
    { className: 'card operation', id: `${method}-${path}` },
    element(
      'summary',
      {},
      element('span', { className: 'method' }, method.toUpperCase()),
      element('span', { className: 'path' }, path),
      element('span', { className: 'small soft' }, operation.summary ?? ''),
    ),
    body,
  )
  // Hundreds of forms at once would make the page slow.
  node.addEventListener('toggle', () => {
    if (node.open && body.childElementCount === 0) body.append(...operationNodes(description, path, method, operation))
  })
  return node
}

function operationNodes(description, path, method, operation) {
  const parameters = (operation.parameters ?? []).map((p) => resolve(description, p))
  const content = resolve(description, operation.requestBody)?.content ?? {}
  const [[type, media] = []] = Object.entries(content).toSorted(
    ([a], [b]) => Number(b === 'application/json') - Number(a === 'application/json'),
  )
  return [
    operation.description && element('p', {}, ...markdownLine(operation.description)),
    element('p', { className: 'small soft' }, accessWords(operation.security)),
    parameters.length > 0 && element('div', {}, element('h3', {}, 'Parameters'), parameterList(description, parameters)),
    media?.schema &&
      element('div', {}, element('h3', {}, `Body: ${Object.keys(content).join(' or ') || type}`), schemaTree(description, media.schema)),
    element(
      'div',
      {},
      element('h3', {}, 'Replies'),
      ...Object.entries(operation.responses ?? {}).map(([code, r]) => replyNode(description, code, r)),
    ),
    createTry(description, path, method, operation),
  ].filter(Boolean)
}

const NAMES = { subscriptionKey: 'subscription key', bearer: 'bearer token', proxySecret: 'proxy secret', widgetToken: 'widget token' }

function accessWords(security) {
  if (!security?.length) return 'Open to everyone.'
  const ways = security.map((way) =>
    Object.keys(way)
      .map((name) => NAMES[name] ?? name)
      .join(' and '),
  )
  return `Asks for ${ways.join(', or ')}, as far as configured.`
}

const parameterList = (description, parameters) =>
  element(
    'ul',
    { className: 'schema' },
    ...parameters.map(({ name, in: place, required, schema, description: words }) =>
      element(
        'li',
        {},
        element('span', { className: 'mono' }, name),
        ' ',
        element('span', { className: 'soft' }, `${place}, ${typeWords(description, schema ?? {})}${required ? ', required' : ''}`),
        ...described(words ?? schema?.description),
      ),
    ),
  )

function replyNode(description, code, given) {
  const reply = resolve(description, given)
  const kinds = Object.entries(reply.content ?? {})
  const words = kinds.map(([type]) => type).join(' or ') || reply.description || ''
  const summary = element('summary', {}, element('span', { className: 'mono' }, code), ' ', element('span', { className: 'soft' }, words))
  const node = element('details', { className: 'small' }, summary)
  node.addEventListener('toggle', () => {
    if (!node.open || node.childElementCount > 1) return
    node.append(element('p', {}, reply.description ?? ''), ...kinds.flatMap(([type, media]) => mediaNodes(description, code, type, media)))
  })
  return node
}

/** What a reply of one type holds: its fields or events, and an example. */
function mediaNodes(description, code, type, media) {
  const events = Object.entries(media['x-events'] ?? {})
  const example = exampleOfMedia(description, media)
  const text = typeof example === 'string' ? example : JSON.stringify(example, undefined, 2)
  return [
    element('p', { className: 'mono' }, type),
    ...events.flatMap(([name, { description: meaning, data }]) => [
      element('p', {}, element('span', { className: 'mono' }, `event: ${name}`), ` ${meaning}`),
      schemaTree(description, data),
    ]),
    events.length === 0 && media.schema && schemaTree(description, media.schema),
    events.length === 0 && text && element('pre', { className: 'reply', tabindex: '0', 'aria-label': `Example of ${code}` }, text),
  ].filter(Boolean)
}

byId('filter').addEventListener('input', (event) => {
  const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean)
  let shown = 0
  for (const { rows, link, section } of families) {
    const before = shown
    for (const { node, text } of rows) {
      node.hidden = !words.every((word) => text.includes(word))
      if (!node.hidden) shown += 1
    }
    link.hidden = section.hidden = shown === before
  }
  byId('announcer').textContent = `${plural(shown, 'route')}.`
})

/** Opens the operation that the address names after its #. */
function openLinked() {
  const node = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!node) return
  if (node.tagName === 'DETAILS') node.open = true
  node.scrollIntoView()
}
addEventListener('hashchange', openLinked)

whileBusy(Promise.all([drawQuickStart(byId('quick-start')), load()]))
