import { element, icon } from '../../parts/element.js'
import { kinds, mayUse, meanings, uses } from './index-schema.js'

const VECTOR = 'Collection(Edm.Single)'

/** Whether a field of this type can be used so at all. */
const offers = (field, use) => (field.type === VECTOR ? use === 'searchable' : use !== 'searchable' || /Edm\.String\b/.test(field.type))

/**
 * An index's specification as rows to fill in. What the rows do not show (analyzers, profiles, scoring) stays as it was.
 * @param {HTMLElement} place where the rows are drawn
 */
export function fieldEditor(place) {
  let spec = { name: '', fields: [] }

  const draw = () =>
    place.replaceChildren(
      element(
        'div',
        { className: 'field' },
        element('label', { for: 'index-name' }, 'Name of the index'),
        element('input', {
          id: 'index-name',
          value: spec.name ?? '',
          autocomplete: 'off',
          spellcheck: 'false',
          'aria-describedby': 'index-name-hint',
          data: { path: 'name' },
          oninput: ({ target }) => {
            spec.name = target.value.trim()
          },
        }),
        element(
          'p',
          { className: 'hint', id: 'index-name-hint' },
          'Lower-case letters, digits and inner hyphens. Uploads name it as their index.',
        ),
      ),
      table(),
      legend(),
      element(
        'div',
        { className: 'row' },
        element('button', { type: 'button', className: 'compact', id: 'add-field', onclick: add }, 'Add a field'),
      ),
    )

  const legend = () =>
    element(
      'details',
      { className: 'legend' },
      element('summary', {}, 'What the columns mean'),
      element(
        'dl',
        {},
        ...Object.entries(meanings).map(([use, words]) => element('div', {}, element('dt', {}, use), element('dd', {}, words))),
      ),
    )

  const table = () =>
    element(
      'div',
      { className: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Fields' },
      element(
        'table',
        { className: 'fields editable' },
        element('caption', { className: 'unseen' }, 'Fields of the index'),
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            ...['Field', 'Type', 'key', ...uses, ''].map((text) =>
              element('th', { scope: 'col', title: meanings[text] }, text || unseen('Remove')),
            ),
          ),
        ),
        element('tbody', {}, ...spec.fields.map(row)),
      ),
    )

  const row = (field, i) => {
    const named = (what) => `${what} of ${field.name || `field ${i + 1}`}`
    const flag = (use, isOn, isOffered = true) =>
      element(
        'td',
        { className: 'use', data: { use } },
        element('input', {
          type: 'checkbox',
          checked: isOn && isOffered,
          disabled: !isOffered,
          'aria-label': named(use),
          data: { path: `fields.${i}.${use}` },
          onchange: ({ target }) => {
            field[use] = target.checked
          },
        }),
      )
    return element(
      'tr',
      {},
      element(
        'td',
        {},
        element('input', {
          value: field.name ?? '',
          'aria-label': `Name of field ${i + 1}`,
          autocomplete: 'off',
          spellcheck: 'false',
          data: { path: `fields.${i}.name` },
          oninput: ({ target }) => {
            field.name = target.value.trim()
          },
        }),
      ),
      element('td', {}, typeOf(field, i, named), field.type === VECTOR && dimensions(field, i, named)),
      flag('key', field.key === true, field.type === 'Edm.String'),
      ...uses.map((use) => flag(use, mayUse(field, use), offers(field, use))),
      element(
        'td',
        {},
        element(
          'button',
          {
            type: 'button',
            className: 'quiet compact icon',
            'aria-label': `Remove ${field.name || `field ${i + 1}`}`,
            title: 'Remove',
            onclick: () => remove(i),
          },
          icon('close'),
        ),
      ),
    )
  }

  const typeOf = (field, i, named) =>
    element(
      'select',
      {
        'aria-label': named('Type'),
        data: { path: `fields.${i}.type` },
        onchange: ({ target }) => {
          retype(field, target.value)
          draw()
          at(`fields.${i}.type`)?.focus()
        },
      },
      ...[...new Set([...Object.keys(kinds), VECTOR, field.type])].map((type) =>
        element('option', { value: type, selected: type === field.type }, type === VECTOR ? 'vector' : (kinds[type] ?? type)),
      ),
    )

  const dimensions = (field, i, named) =>
    element('input', {
      type: 'number',
      min: 2,
      max: 4096,
      value: field.dimensions ?? '',
      placeholder: 'dimensions',
      'aria-label': named('Dimensions'),
      data: { path: `fields.${i}.dimensions` },
      oninput: ({ target }) => {
        field.dimensions = target.value === '' ? undefined : Number(target.value)
      },
    })

  const at = (path) => place.querySelector(`[data-path="${CSS.escape(path)}"]`)

  function add() {
    spec.fields.push({ name: '', type: 'Edm.String', searchable: false, filterable: true })
    draw()
    at(`fields.${spec.fields.length - 1}.name`).focus()
  }

  function remove(i) {
    spec.fields.splice(i, 1)
    draw()
    ;(at(`fields.${Math.min(i, spec.fields.length - 1)}.name`) ?? place.querySelector('#add-field')).focus()
  }

  return {
    get: () => structuredClone(spec),
    set(next) {
      spec = structuredClone(next)
      draw()
    },
    /** Marks the place of a mistake, or none; false when no row shows it. */
    mark(path) {
      for (const input of place.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid')
      const input = path && at(path)
      input?.setAttribute('aria-invalid', 'true')
      input?.focus()
      return Boolean(input)
    },
  }
}

/** What belongs to the old type goes with it. */
function retype(field, type) {
  field.type = type
  for (const use of uses) if (!offers(field, use)) delete field[use]
  if (type !== 'Edm.String') delete field.key
  if (type !== VECTOR) for (const name of ['dimensions', 'vectorSearchProfile', 'vectorEncoding', 'stored']) delete field[name]
  else for (const name of ['filterable', 'facetable', 'sortable', 'retrievable']) delete field[name]
}

const unseen = (text) => element('span', { className: 'unseen' }, text)
