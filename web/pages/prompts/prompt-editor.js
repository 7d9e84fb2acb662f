import { element } from '../../parts/element.js'
import { diffView } from './diff-view.js'
import { readText, versionWords } from './prompt-data.js'
import { createPreview } from './prompt-preview.js'

/**
 * The text of a version, to be changed and saved as the next one, with its preview and its changes.
 * @param {{ text: string, version?: object, others: { id: string, words: string, text?: string, type?: string }[], canBeDefault: boolean }} shown
 * @param {(next: { text: string, label: string, makeDefault: boolean }) => Promise<void>} save
 */
export function createEditor({ text, version, others, canBeDefault }, save) {
  const preview = createPreview()
  const problem = element('p', { className: 'notice error', role: 'alert', hidden: true })
  const area = element('textarea', { id: 'prompt-text', className: 'mono', rows: 14, spellcheck: 'false', value: text, oninput: changed })
  const label = element('input', { id: 'version-label', maxlength: 200, autocomplete: 'off', placeholder: 'What is different about it' })
  const inUse = element('input', { id: 'make-default', type: 'checkbox' })
  const button = element('button', { type: 'submit', className: 'primary', disabled: true }, 'Save as new version')
  const changes = createChanges(others, () => area.value)

  function changed() {
    button.disabled = area.value === text || area.value.trim() === ''
    problem.hidden = true
    preview.show(area.value)
    changes.refresh()
  }

  async function submit(event) {
    event.preventDefault()
    button.disabled = true
    try {
      await save({ text: area.value, label: label.value.trim(), makeDefault: inUse.checked })
    } catch (error) {
      problem.textContent = error.message
      problem.hidden = false
      changedLine(area, error.details)
      button.disabled = false
    }
  }

  preview.show(text)
  changes.refresh()
  const form = element(
    'form',
    { className: 'editor stack', onsubmit: submit },
    element('div', { className: 'field' }, element('label', { for: area.id }, 'Text'), area),
    problem,
    element('div', { className: 'field' }, element('label', { for: label.id }, 'Label of the new version'), label),
    element(
      'div',
      { className: 'spaced' },
      canBeDefault ? element('label', { className: 'choice' }, inUse, 'Use it from now on') : element('span', {}),
      button,
    ),
  )
  const node = element('div', { className: 'stack' }, element('div', { className: 'workbench' }, form, preview.node), changes.node)
  return { node, isChanged: () => area.value !== text, version }
}

/** Puts the cursor where a template does not parse. */
function changedLine(area, details) {
  if (!details?.line) return
  const lines = area.value.split('\n')
  const at = lines.slice(0, details.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + details.column - 1
  area.focus()
  area.setSelectionRange(at, at)
}

/** What another version and the text in the editor differ in. */
function createChanges(others, now) {
  const select = element(
    'select',
    { id: 'compare', onchange: refresh },
    ...others.map(({ id, words }) => element('option', { value: id }, words)),
  )
  const place = element('div', {})
  const texts = new Map()
  let turn = 0

  async function refresh() {
    const other = others.find(({ id }) => id === select.value)
    if (!other) return
    const mine = ++turn
    if (!texts.has(other.id)) texts.set(other.id, Promise.resolve(other.text ?? readText(other)))
    try {
      const before = await texts.get(other.id)
      if (mine === turn)
        place.replaceChildren(before === now() ? element('p', { className: 'hint' }, 'No difference.') : diffView(before, now()))
    } catch (error) {
      texts.delete(other.id)
      if (mine === turn) place.replaceChildren(element('p', { className: 'notice error' }, error.message))
    }
  }

  const node = element(
    'section',
    { className: 'changes stack', 'aria-labelledby': 'changes-title', hidden: others.length === 0 },
    element(
      'div',
      { className: 'spaced' },
      element('h3', { id: 'changes-title' }, 'Changes'),
      element('label', { className: 'inline', for: select.id }, 'since', select),
    ),
    place,
  )
  return { node, refresh }
}

/** What a version can be compared with: the one before it first, then the rest of its name, what is in use, and the built-in prompt. */
export function comparable(version, siblings, current, builtIn) {
  const at = siblings.findIndex(({ id }) => id === version?.id)
  const near = [...siblings.slice(at + 1), ...siblings.slice(0, Math.max(0, at))]
  const versions = current && !siblings.some(({ id }) => id === current.id) ? [...near, current] : near
  const self = version ? [version] : []
  return [
    ...[...versions, ...self].map((v) => ({ ...v, words: `${v.name} · ${versionWords(v)}` })),
    ...(builtIn === undefined ? [] : [{ id: 'built-in', words: 'Built-in', text: builtIn }]),
  ]
}
