import { element } from '../../parts/element.js'
import { capital } from '../../parts/format.js'
import { blockOf, TOPICS } from './topics.js'

const ANCHOR = 'topic-'

/**
 * Draws the topics and the way between them: one is shown at a time, and those with a match where something is looked for. The topic
 * stands in the address, so that it can be linked to.
 * @param {{ nav: HTMLElement, panel: HTMLElement, lead: HTMLElement }} where `lead` stands at the top of the topic “Model”
 */
export function createTopics({ nav, panel, lead }) {
  let drawn = []
  let looking = false
  addEventListener('hashchange', () => showCurrent())

  function draw(fields) {
    const open = new Set([...panel.querySelectorAll('details[open]')].map(({ id }) => id))
    drawn = topicsOf(fields).map((topic) => ({ ...topic, section: sectionOf(topic, lead, open) }))
    panel.replaceChildren(...drawn.map(({ section }) => section))
    nav.replaceChildren(...drawn.map(linkOf))
    showCurrent()
  }

  function showCurrent() {
    const wanted = location.hash.slice(1 + ANCHOR.length)
    const current = drawn.find(({ id }) => id === wanted) ?? drawn[0]
    for (const [i, { id, section }] of drawn.entries()) {
      section.hidden = looking ? !section.querySelector('.setting:not([hidden])') : id !== current?.id
      if (!looking && id === current?.id) nav.children[i].setAttribute('aria-current', 'true')
      else nav.children[i].removeAttribute('aria-current')
    }
  }

  /** Leaves the settings for which `fits` is true; undefined shows a topic as a whole. */
  function filter(fits) {
    looking = fits !== undefined
    for (const { fields, section } of drawn) {
      for (const field of fields) field.node.hidden = looking && !fits(field)
      for (const block of section.querySelectorAll('.block')) {
        block.hidden = looking && !block.querySelector('.setting:not([hidden])')
        if (looking && block.tagName === 'DETAILS') block.open = !block.hidden
      }
    }
    lead.hidden = looking
    showCurrent()
    return drawn.some(({ section }) => section.querySelector('.setting:not([hidden])'))
  }

  /** Brings a setting into sight. */
  function show(field) {
    const topic = drawn.find(({ fields }) => fields.includes(field))
    if (topic && !looking) location.hash = ANCHOR + topic.id
    showCurrent()
    const fold = field.node.closest('details')
    if (fold) fold.open = true
  }

  function count() {
    for (const [i, { fields }] of drawn.entries()) {
      const changed = fields.filter((field) => field.isSet || field.changed()).length
      const badge = nav.children[i].querySelector('.count')
      badge.replaceChildren(...(changed ? [String(changed), element('span', { className: 'unseen' }, ' changed')] : []))
      badge.hidden = changed === 0
    }
  }
  return { draw, filter, show, count }
}

const linkOf = ({ id, title }) =>
  element('a', { href: `#${ANCHOR}${id}` }, title, ' ', element('span', { className: 'count', hidden: true }))

/** The topics that have settings; a setting of none gets a topic of its first word. */
function topicsOf(fields) {
  const known = TOPICS.map((topic) => ({ ...topic, fields: fields.filter(({ key }) => topic.of.test(key)) }))
  const others = Map.groupBy(
    fields.filter(({ key }) => !TOPICS.some(({ of }) => of.test(key))),
    ({ key }) => key.split('.')[0],
  )
  const rest = [...others].map(([id, own]) => ({ id, title: capital(id.replaceAll('_', ' ')), about: '', fields: own }))
  return [...known, ...rest].filter((topic) => topic.fields.length > 0)
}

function sectionOf({ id, title, about, fields }, lead, open) {
  const blocks = Map.groupBy(fields, ({ key }) => blockOf(key).title ?? title)
  const heading = element('h2', { id: `heading-${id}` }, title)
  return element(
    'section',
    { className: 'topic', 'aria-labelledby': `heading-${id}` },
    element('div', { className: 'topic-head' }, heading, about && element('p', { className: 'soft' }, about)),
    id === 'model' && lead,
    ...[...blocks].map(([name, own], i) => blockNode(`${id}-${i}`, name, own, open)),
  )
}

function blockNode(id, name, fields, open) {
  const nodes = fields.map(({ node }) => node)
  if (!blockOf(fields[0].key).folded) return element('div', { className: 'card block' }, element('h3', {}, name), ...nodes)
  const isOpen = open.has(id) || fields.some(({ isSet }) => isSet)
  return element('details', { className: 'card block', id, open: isOpen }, element('summary', {}, name), ...nodes)
}
