import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'

/** More would be read as JSON anyway. */
const MOST_FIELDS = 60
const MOST_CHARACTERS = 300

/** The fields of a record's value as pairs of a dotted name and words; undefined where it is no JSON object. */
export function fieldsOf(text) {
  const value = parsed(text)
  return isObject(value) ? leaves(value, '') : undefined
}

const leaves = (value, path) =>
  Object.entries(value).flatMap(([name, inner]) => {
    const at = path ? `${path}.${name}` : name
    return isObject(inner) && Object.keys(inner).length > 0 ? leaves(inner, at) : [[at, wordsOf(inner)]]
  })

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

function wordsOf(value) {
  const isList = Array.isArray(value) && value.every((one) => typeof one !== 'object')
  const words = isList ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)
  return words.length > MOST_CHARACTERS ? `${words.slice(0, MOST_CHARACTERS)} …` : words || '–'
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A record as a table of its fields, with its text folded away below it. */
export function recordFields({ value, encoding }) {
  if (encoding === 'by-offset')
    return [element('p', { className: 'soft' }, 'The record is too long to be shown; it stands whole in the log.')]
  const fields = fieldsOf(value)
  const over = (fields?.length ?? 0) - MOST_FIELDS
  const json = fields && JSON.stringify(parsed(value), null, 2)
  const text = element('pre', { className: 'reply', tabindex: '0', role: 'region', 'aria-label': 'The record' }, json ?? value)
  if (!fields) return [text]
  return [
    pairsTable('Fields of the record', fields.slice(0, MOST_FIELDS)),
    over > 0 && element('p', { className: 'soft small' }, `${plural(over, 'more field')} below.`),
    element('details', {}, element('summary', {}, 'The record as JSON'), text),
  ]
}

/** Names beside values. @param {[name: string, value: Node | string][]} pairs */
export const pairsTable = (label, pairs) =>
  element(
    'table',
    { className: 'pairs', 'aria-label': label },
    element(
      'tbody',
      {},
      ...pairs.map(([name, value]) => element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value))),
    ),
  )
