import { apiJson } from '../../api/api.js'
import { documentPath } from '../../api/document-path.js'
import { hasPagePictures, pageUnit } from '../documents/page-unit.js'
import { element, icon } from '../element.js'
import { openDialog } from '../open-dialog.js'
import { createPagePicture } from '../page-picture/page-picture.js'
import { passageNodes } from './passage-text.js'

/** "page 3", "slide 3" or "sheet 3", as the kind of file has it. */
const pageOf = ({ filename, page_number: page }) => (page ? `${pageUnit(filename)} ${page}` : '')

/** Where in its file a passage stands, to be set behind the file's name: ", page 3, Assembly points". */
export const placeOf = (source) =>
  [pageOf(source), source.section, source.speaker]
    .filter(Boolean)
    .map((part) => `, ${part}`)
    .join('')

/**
 * Opens the chunk that a citation or source names, its quote highlighted and scrolled to; of a PDF or a picture the page as it looks beside it.
 * @param {{ filename?: string, page_number?: number, text?: string, upload_id?: string, chunk_index?: number }} source
 * @param {{ quote?: string, char_start?: number | null, char_end?: number | null }} [citation]
 * @param {Node} [note] what is to be said above the text
 */
export function openPassage(source, citation = {}, note = undefined) {
  const { quote } = citation
  const text = source.text ?? quote ?? ''
  const body = element('div', { className: 'text', tabindex: 0, role: 'region', 'aria-label': 'Passage' }, ...passageNodes(text, quote))
  const page = element('div', { className: 'passage-page', hidden: true })
  openDialog({ title: source.filename ?? 'Unnamed file', className: 'passage', light: true }, (title, close) => [
    element(
      'div',
      { className: 'passage-head' },
      element(
        'div',
        {},
        title,
        element('p', { className: 'hint' }, whereabouts(source)),
        note,
        source.upload_id &&
          element(
            'p',
            { className: 'small' },
            element('a', { href: documentPath(source.upload_id, source.chunk_index, citation) }, 'Open in its document'),
          ),
      ),
      element('button', { type: 'button', className: 'quiet compact icon', 'aria-label': 'Close', onclick: () => close() }, icon('close')),
    ),
    body,
    page,
  ])
  body.querySelector('mark')?.scrollIntoView({ block: 'center' })
  showPage(source, quote ?? text, page)
}

/** What cannot be drawn leaves the text alone. */
async function showPage({ filename, upload_id: id, page_number: at }, text, place) {
  if (!id || !at || !hasPagePictures(filename)) return
  const path = `/api/v2/upload/${encodeURIComponent(id)}`
  try {
    const { pages } = await apiJson(`/api/v2/upload/status/${encodeURIComponent(id)}`)
    if (!pages || at > pages || !place.isConnected) return
    place.hidden = false
    // Where it stands below the text, it takes room from it.
    place.parentElement.querySelector('mark')?.scrollIntoView({ block: 'center' })
    const onAbsent = () => {
      place.hidden = true
    }
    createPagePicture({ root: place, path, onAbsent }).begin(pages, at, text)
  } catch {
    // Whoever reads what somebody else shared may not see the document itself.
  }
}

const whereabouts = (source) =>
  [
    pageOf(source),
    source.section,
    source.speaker,
    Number.isInteger(source.chunk_index) && `passage ${source.chunk_index + 1}`,
    Number.isFinite(source.score) && `score ${source.score.toFixed(2)}`,
  ]
    .filter(Boolean)
    .join(' · ')
