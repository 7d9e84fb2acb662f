import { api, apiJson } from '../../api/api.js'
import { until } from '../../api/until.js'
import { element } from '../../parts/element.js'
import { toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'
import { sendFile } from '../upload/send-file.js'
import { lastHeading } from './last-heading.js'

const EXAMPLES = '/api/v2/chat/examples'
const MOST = 4

/**
 * What stands on the page before anything was asked: questions that the documents could answer, or how to bring documents.
 * @param {{ root: Element, ask: (question: string) => void }} of
 */
export function createWelcome({ root, ask }) {
  async function show() {
    try {
      const files = await filesNow(3 * MOST)
      root.replaceChildren(
        ...(files.total === 0
          ? [nothingYet(show)]
          : exampleNodes('For example', await Promise.all(ownFiles(files.items).slice(0, MOST).map(questionAbout)), ask)),
      )
    } catch {
      // Whatever is wrong is told where somebody asks.
      root.replaceChildren()
    }
  }
  return { show }
}

async function filesNow(count) {
  const { items, pagination } = await apiJson(`/api/v2/knowledge/files?page_size=${count}`)
  return { items, total: pagination.total_items }
}

/** Files of mails (`MAIL - FILE`) behind those that stand for themselves. */
function ownFiles(items) {
  const names = items.map(({ source_file }) => source_file)
  const attached = ({ source_file }) => names.some((mail) => source_file.startsWith(`${mail} - `))
  return [...items.filter((item) => !attached(item)), ...items.filter(attached)]
}

/** "travel-policy" is "Travel policy". */
const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** What is a mail or a message: its only heading is its subject. */
const MAIL = /\.(?:eml|msg)$/i

/** A question that this document should know the answer to, in the words of its headings. */
async function questionAbout({ source_file: name, title, index }) {
  if (MAIL.test(name)) return `What is “${title || name}” about?`
  const query = new URLSearchParams({ page_size: '20', index })
  const { items } = await apiJson(`/api/v2/knowledge/file/${encodeURIComponent(name)}/chunks?${query}`)
  const called = title || name
  const heading = items.map(({ section }) => lastHeading(section)).find((it) => it && it.length <= 60 && plain(it) !== plain(called))
  return heading ? `What does “${called}” say about “${heading}”?` : `What is “${called}” about?`
}

/** Questions under a heading, each of which asks itself. */
export const exampleNodes = (heading, all, ask) => [
  element('h2', {}, heading),
  element(
    'ul',
    { className: 'examples' },
    ...all.map((text) => element('li', {}, element('button', { type: 'button', onclick: () => ask(text) }, text))),
  ),
]

function nothingYet(again) {
  const state = element('p', { className: 'hint', role: 'status' })
  const button = element('button', { type: 'button', onclick: () => bring(button, state, again) }, 'Use the example documents')
  return element(
    'div',
    { className: 'notice' },
    element('strong', {}, 'There are no documents to ask yet.'),
    element('span', {}, element('a', { href: '/' }, 'Upload your own'), ', or try it with seven small files about a mill.'),
    element('div', { className: 'row' }, button),
    state,
  )
}

/** Uploads the examples as anybody's files, and waits until they can be asked. */
async function bring(button, state, again) {
  button.disabled = true
  try {
    const { documents } = await apiJson(EXAMPLES)
    await whileBusy(uploadAll(documents, state))
    await again()
  } catch (error) {
    button.disabled = false
    state.textContent = ''
    toastError(error)
  }
}

async function uploadAll(documents, state) {
  for (const [i, { name }] of documents.entries()) {
    state.textContent = `Uploading ${i + 1} of ${documents.length}.`
    const bytes = await (await api(`${EXAMPLES}/${encodeURIComponent(name)}`)).blob()
    const words = name.replace(/\.\w+$/, '').replaceAll('-', ' ')
    const metadata = JSON.stringify({ title: words[0].toUpperCase() + words.slice(1), doc_type: 'example' })
    await sendFile(new File([bytes], name), { metadata }, { sending: () => undefined, waiting: () => undefined })
  }
  const look = async () => {
    const [{ total }, failed] = [await filesNow(1), await failures(documents)]
    return { total, failed }
  }
  await until(look, ({ total, failed }) => total + failed >= documents.length, {
    onState: ({ total }) => {
      state.textContent = `${Math.min(total, documents.length)} of ${documents.length} can be asked.`
    },
  })
}

/** How many of them ended without becoming searchable. */
async function failures(documents) {
  const names = new Set(documents.map(({ name }) => name))
  const uploads = await apiJson('/api/v2/upload/list?limit=50')
  return uploads.filter(({ filename, status }) => status === 'error' && names.has(filename)).length
}
