import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'

export const uses = ['searchable', 'filterable', 'facetable', 'sortable', 'retrievable']

/** What each column of the form is for. */
export const meanings = {
  key: 'Names a passage. Exactly one text field is the key.',
  searchable: 'Its words are found by questions; of a vector, its meaning.',
  filterable: "Questions can be narrowed by it: doc_type eq 'manual'.",
  facetable: 'How many passages have each value is counted.',
  sortable: 'Results can be put in its order.',
  retrievable: 'It is given back with a result.',
}

/** "text", "list of numbers": a field's type in words. */
export const kinds = {
  'Edm.String': 'text',
  'Edm.Int32': 'whole number',
  'Edm.Int64': 'whole number, 64 bit',
  'Edm.Double': 'number',
  'Edm.Boolean': 'yes or no',
  'Edm.DateTimeOffset': 'date and time',
  'Edm.GeographyPoint': 'place',
  'Collection(Edm.String)': 'list of texts',
}
const kindOf = ({ type, dimensions }) => (dimensions ? `vector of ${dimensions}` : (kinds[type] ?? type))

/** What the field can be used for: what is not said is true for simple fields, as the search service has it. */
export function mayUse(field, use) {
  if (field.dimensions) return use === 'searchable'
  if (use === 'searchable') return /Edm\.String\b/.test(field.type) && field.searchable !== false
  return field[use] !== false
}

/** The fields of an index as a table. */
export function schemaView({ name, fields, ...rest }, onTemplate) {
  const more = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined)
  return element(
    'div',
    { className: 'schema' },
    element(
      'div',
      { className: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Fields of ${name}` },
      element(
        'table',
        { className: 'fields' },
        element('caption', { className: 'unseen' }, `Fields of ${name}`),
        element('thead', {}, element('tr', {}, ...['Field', 'Type', ...uses].map((text) => element('th', { scope: 'col' }, text)))),
        element('tbody', {}, ...fields.map(row)),
      ),
    ),
    more.length > 0 &&
      element(
        'details',
        {},
        element('summary', {}, `Settings: ${more.map(([key]) => key).join(', ')}`),
        element('pre', { tabindex: 0 }, JSON.stringify(Object.fromEntries(more), undefined, 2)),
      ),
    element(
      'div',
      { className: 'row' },
      element('span', { className: 'soft small' }, plural(fields.length, 'field')),
      element('button', { type: 'button', className: 'compact', onclick: onTemplate }, 'Use as a template'),
    ),
  )
}

const row = (field) =>
  element(
    'tr',
    {},
    element('th', { scope: 'row' }, field.name, field.key && element('span', { className: 'key' }, 'key')),
    element('td', { title: field.type }, kindOf(field), field.analyzer && element('span', { className: 'soft' }, `, ${field.analyzer}`)),
    ...uses.map((use) =>
      element(
        'td',
        { className: 'use' },
        mayUse(field, use)
          ? element('span', {}, '✓', element('span', { className: 'unseen' }, ' yes'))
          : element('span', { className: 'unseen' }, 'no'),
      ),
    ),
  )
