const SVG = 'http://www.w3.org/2000/svg'

/**
 * Builds an element. Properties that start with "on" are listeners, `data` fills the data attributes, true sets an empty attribute,
 * false, null and undefined leave it out. Text goes in as text: nothing from a server is ever parsed as markup.
 * @param {string} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Node | string | number | null | undefined | false)} children
 */
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) setProperty(node, name, value)
  node.append(
    ...children.filter((child) => child !== null && child !== undefined && child !== false).map((c) => (c instanceof Node ? c : String(c))),
  )
  return node
}

function setProperty(node, name, value) {
  if (value === undefined || value === null || value === false) return
  if (name.startsWith('on')) node.addEventListener(name.slice(2), value)
  else if (name === 'data') Object.assign(node.dataset, value)
  else if (name === 'value' || name === 'checked') node[name] = value
  else node.setAttribute(name === 'className' ? 'class' : name, value === true ? '' : String(value))
}

const shapes = {
  moon: 'M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2Z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2.5M12 19.5V22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M2 12h2.5M19.5 12H22M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8',
  key: 'M14.5 9.5a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0ZM13 13l7 7M17 17l2-2',
  close: 'M6 6l12 12M18 6 6 18',
  download: 'M12 4v12M7 11l5 5 5-5M4 19v1h16v-1',
  back: 'M15 5l-7 7 7 7',
  forth: 'M9 5l7 7-7 7',
  thumb: 'M7 11v9H4v-9h3Zm3 9h7.2a2 2 0 0 0 2-1.6l1.2-6A2 2 0 0 0 18.4 10H14V6a2 2 0 0 0-2-2l-3 7v7a2 2 0 0 0 1 2Z',
}

/** As `element`, for the parts of a drawing. */
export function svgElement(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) node.setAttribute(name, String(value))
  node.append(...children.filter((child) => child !== undefined && child !== false))
  return node
}

const STROKE = { fill: 'none', stroke: 'currentColor', 'stroke-width': 1.7, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }

/** A line drawing of 24 by 24 units that takes the text's colour; decorative, so the button around it needs a name. */
export const icon = (name) =>
  svgElement(
    'svg',
    { viewBox: '0 0 24 24', width: 20, height: 20, ...STROKE, 'aria-hidden': 'true' },
    svgElement('path', { d: shapes[name] }),
  )
