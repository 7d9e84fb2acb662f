import { element } from '../../parts/element.js'
import { capital } from '../../parts/format.js'
import { CHOICES, wordsOf } from './topics.js'

const UNITS = { ms: 'ms', mb: 'MB' }

/** A value as it is written into a field; lists as comma-separated texts. */
export const textOf = (value) => (value === null ? '' : Array.isArray(value) ? value.join(', ') : String(value))

/**
 * One setting in people's words: label, field with what holds now, its way back to the default. `changed()` tells whether the field
 * differs from what holds; an empty field, and one with the default, mean the default (the configuration file's value).
 * @param {{ key: string, type: string, value: unknown, file_value: unknown, is_set: boolean, schema: Record<string, unknown> }} setting
 */
export function createSettingField(setting, onChange) {
  const id = `setting-${setting.key.replaceAll(/[^\w-]/g, '-')}`
  const [label, help, unit] = wordsOf(setting.key) ?? [labelOf(setting.key), setting.schema.description]
  const held = textOf(setting.value)
  const usual = textOf(setting.file_value)
  let given = false
  const problem = element('p', { className: 'problem', id: `${id}-problem`, hidden: true })
  const attributes = { id, 'aria-describedby': `${id}-hint ${id}-problem`, oninput: change }
  const control = controlOf(setting, attributes, held)
  const back = element(
    'button',
    { type: 'button', className: 'link back', onclick: giveBack, 'aria-label': `${label}: reset to the default` },
    `Reset to default (${shownValue(setting, usual)})`,
  )
  const mark = element('span', { className: 'set' })
  const node = element(
    'div',
    { className: 'setting' },
    element(
      'div',
      {},
      element('label', { for: id }, label),
      mark,
      element('p', { className: 'hint', id: `${id}-hint` }, [help, rangeOf(setting)].filter(Boolean).join(' ')),
      element('p', { className: 'key' }, setting.key),
    ),
    element(
      'div',
      { className: 'value' },
      element('div', { className: 'with-unit' }, control.node, unit && element('span', {}, unit)),
      back,
      problem,
    ),
  )
  const text = () => control.read().trim()
  const isUsual = () => text() === '' || text() === usual
  const changed = () => (setting.is_set && given ? true : text() !== held && !(isUsual() && !setting.is_set))

  function draw() {
    node.classList.toggle('changed', changed())
    mark.textContent = changed() ? 'not saved yet' : setting.is_set ? 'changed' : ''
    back.hidden = given || (!setting.is_set && !changed())
  }
  function change() {
    given = false
    draw()
    fail()
    onChange()
  }
  function giveBack() {
    control.write(usual)
    change()
    given = true
    draw()
    onChange()
    control.node.focus()
  }
  function fail(message) {
    problem.hidden = !message
    problem.textContent = message ?? ''
    if (message) control.node.setAttribute('aria-invalid', 'true')
    else control.node.removeAttribute('aria-invalid')
  }
  function reset() {
    control.write(held)
    change()
  }
  draw()
  const isSet = setting.is_set
  return {
    key: setting.key,
    label,
    problem: () => problem.textContent,
    node,
    input: control.node,
    isSet,
    changed,
    fail,
    reset,
    wanted: () => (isUsual() ? null : text()),
  }
}

/** The element of a setting with a way to read and write it as text. */
function controlOf(setting, attributes, value) {
  const { type, schema } = setting
  if (type === 'boolean') {
    const box = element('input', { ...attributes, type: 'checkbox', role: 'switch', className: 'switch' })
    const write = (text) => {
      box.checked = text === 'true'
    }
    write(value)
    return { node: box, read: () => String(box.checked), write }
  }
  const node = schema.enum
    ? element(
        'select',
        attributes,
        ...(setting.file_value === null ? [''] : [])
          .concat(schema.enum)
          .map((choice) => element('option', { value: choice }, CHOICES[choice] ?? (choice || 'not set'))),
      )
    : element('input', {
        ...attributes,
        type: 'text',
        autocomplete: 'off',
        spellcheck: 'false',
        inputmode: type === 'number' ? 'decimal' : undefined,
        placeholder: textOf(setting.file_value) || 'not set',
      })
  const write = (text) => {
    node.value = text
  }
  write(value)
  return { node, read: () => node.value, write }
}

const shownValue = ({ type, schema }, text) =>
  type === 'boolean' ? (text === 'true' ? 'on' : 'off') : (schema.enum && CHOICES[text]) || text || 'not set'

/** What a setting without words of its own is called. */
function labelOf(key) {
  const words = key.split('.').slice(1).join(' › ')
  return capital(words.replace(/_(ms|mb)$/, (_, unit) => ` (${UNITS[unit]})`).replaceAll('_', ' '))
}

function rangeOf({ type, schema }) {
  if (type !== 'number') return ''
  const { minimum, maximum, exclusiveMinimum } = schema
  const low = minimum ?? (exclusiveMinimum === undefined ? undefined : `more than ${exclusiveMinimum}`)
  if (low === undefined) return ''
  return maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? `From ${low}.` : `${low} to ${maximum}.`
}
