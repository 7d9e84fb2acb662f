import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'

const WORDS = { BEFORE: 'Before', DURING: 'During', AFTER: 'After' }
/** Sizes of type in points, the largest that fits on a page first. */
const SIZES = Array.from({ length: 33 }, (_, i) => 18 - i / 4)
/** Of what the margins of A4 and Letter leave both. */
const PAGE_HEIGHT_MM = 250

/**
 * A guide as a card that prints on one page.
 * @param {object} guide as the API gives it
 * @param {string} planName
 */
export function guideCard(guide, planName) {
  const headingId = `guide-${guide.annexId}`
  return element(
    'article',
    { className: 'guide card', 'aria-labelledby': headingId },
    element(
      'header',
      {},
      element('p', { className: 'kind' }, guide.type === 'EMERGENCY' ? 'Emergency' : 'Function'),
      element('h3', { id: headingId }, guide.name),
      element('p', { className: 'for' }, `For: ${rolesOf(guide)}`),
    ),
    ...guide.contentBlocks.map(phaseOf),
    element(
      'footer',
      {},
      guide.untraced > 0 && element('p', { className: 'caution' }, '[?] The annex does not say this. Check it before you rely on it.'),
      element('p', {}, `${planName} · ${writerOf(guide)} · printed ${new Date().toLocaleDateString('en-GB', { dateStyle: 'medium' })}`),
    ),
  )
}

const MOST_ROLES = 12
const rolesOf = ({ generalUserTagManagementType: how, roles }) =>
  how === 'ASSIGN_ALL' || roles.length > MOST_ROLES ? 'everyone' : roles.join(', ')
const writerOf = ({ writer }) =>
  writer === 'embedded' ? 'sentences of the annex' : 'worded by a language model, each sentence held against the annex'

const phaseOf = ({ type, sentences, left_out: leftOut }) =>
  element(
    'section',
    { className: 'phase', data: { phase: type } },
    element('h4', {}, WORDS[type]),
    element('ul', {}, ...stepsOf(sentences)),
    leftOut > 0 && element('p', { className: 'left-out' }, `${plural(leftOut, 'more step')} in the annex.`),
  )

/** The sentences, each of which shows what stands in the annex when it is opened. */
const stepsOf = (sentences) =>
  sentences.map(({ text, source }) =>
    source
      ? element(
          'li',
          {},
          element('details', {}, element('summary', {}, text), element('p', { className: 'quote' }, `The annex: “${source.quote}”`)),
        )
      : element('li', { className: 'untraced' }, element('strong', { className: 'mark' }, '[?] '), text),
  )

/** Gives each card the largest type with which it fits on one page. */
export function fitToPage(cards) {
  const rule = element('div', { className: 'page-rule', 'aria-hidden': 'true' })
  document.body.append(rule)
  for (const card of cards) {
    const copy = card.cloneNode(true)
    copy.classList.add('as-printed')
    for (const node of copy.querySelectorAll('[id]')) node.removeAttribute('id')
    rule.replaceChildren(copy)
    const millimetre = rule.offsetWidth / 186
    const fits = (size) => {
      copy.style.setProperty('--type', `${size}pt`)
      return copy.scrollHeight <= PAGE_HEIGHT_MM * millimetre
    }
    card.style.setProperty('--type', `${SIZES.find(fits) ?? SIZES.at(-1)}pt`)
  }
  rule.remove()
}
