import { element } from '../../parts/element.js'
import { capital } from '../../parts/format.js'

const UNITS = { ms: 'ms', mb: 'MB' }

/** A value as it is written into a field; lists as comma-separated texts. */
export const textOf = (value) => (value === null ? '' : Array.isArray(value) ? value.join(', ') : String(value))

/**
 * One setting: label, field, what the file says. `changed()` tells whether the field differs from what holds; an empty field means the
 * file's value.
 * @param {{ key: string, type: string, value: unknown, file_value: unknown, is_set: boolean, schema: Record<string, unknown> }} setting
 */
export function createSettingField(setting, onChange) {
  const id = `setting-${setting.key.replaceAll(/[^\w-]/g, '-')}`
  const held = setting.is_set ? textOf(setting.value) : ''
  const problem = element('p', { className: 'problem', id: `${id}-problem`, hidden: true })
  const attributes = {
    id,
    value: held,
    'aria-describedby': `${id}-hint ${id}-problem`,
    oninput: change,
  }
  const input = choicesOf(setting) ? selectOf(setting, attributes) : element('input', { ...attributes, ...textAttributes(setting) })
  const node = element(
    'div',
    { className: 'setting' },
    element(
      'div',
      {},
      element('label', { for: id }, labelOf(setting.key)),
      setting.is_set && element('span', { className: 'set' }, 'set here'),
      element('p', { className: 'hint', id: `${id}-hint` }, hintOf(setting)),
    ),
    element('div', { className: 'value' }, input, problem),
  )
  const changed = () => input.value.trim() !== held

  function change() {
    node.classList.toggle('changed', changed())
    fail()
    onChange()
  }
  function fail(message) {
    problem.hidden = !message
    problem.textContent = message ?? ''
    if (message) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }
  function reset() {
    input.value = held
    change()
  }
  return { key: setting.key, node, input, changed, fail, reset, wanted: () => input.value.trim() || null }
}

const choicesOf = ({ type, schema }) => (type === 'boolean' ? ['true', 'false'] : schema.enum)

function selectOf(setting, attributes) {
  const { value, ...rest } = attributes
  const file = setting.file_value === null ? 'not set' : textOf(setting.file_value)
  const select = element(
    'select',
    rest,
    element('option', { value: '' }, `As in the file (${file})`),
    ...choicesOf(setting).map((choice) => element('option', { value: choice }, choice)),
  )
  select.value = value
  return select
}

const textAttributes = ({ type, file_value }) => ({
  type: 'text',
  autocomplete: 'off',
  spellcheck: 'false',
  inputmode: type === 'number' ? 'decimal' : undefined,
  placeholder: file_value === null ? 'not set' : textOf(file_value),
})

function labelOf(key) {
  const words = key.split('.').slice(1).join(' › ')
  return capital(words.replace(/_(ms|mb)$/, (_, unit) => ` (${UNITS[unit]})`).replaceAll('_', ' '))
}

function hintOf({ type, schema, file_value }) {
  const { description, minimum, maximum, exclusiveMinimum } = schema
  const low = minimum ?? (exclusiveMinimum === undefined ? undefined : `more than ${exclusiveMinimum}`)
  const high = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum
  const range =
    type !== 'number' ? '' : low !== undefined && high !== undefined ? `${low} to ${high}.` : low !== undefined ? `From ${low}.` : ''
  const list = type === 'list' ? 'Separated by commas.' : ''
  const file = file_value === null ? '' : `File: ${textOf(file_value) || 'empty'}.`
  return [description, range, list, file].filter(Boolean).join(' ')
}
