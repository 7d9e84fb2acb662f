import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'
import { BUILT_IN, groupByName, types } from './prompt-data.js'

/**
 * Every prompt by type, one line a name.
 * @param {object} bundle
 * @param {{ type: string, name: string }} selected
 * @param {(choice: { type: string, name: string }) => void} choose
 */
export function promptList(bundle, selected, choose) {
  return types.map(({ type, title, text }) => {
    const { entries, current_id: current } = bundle.versions_by_type[type]
    const lines = [...groupByName(entries)].map(([name, versions]) => ({
      name,
      hint: plural(versions.length, 'version'),
      inUse: text && versions.some((v) => v.is_current),
    }))
    if (text) lines.push({ name: BUILT_IN, hint: 'shipped with the server', inUse: current === null })
    const isSelected = ({ name }) => selected?.type === type && selected.name === name
    return element(
      'section',
      { 'aria-labelledby': `list-${type}` },
      element('h2', { id: `list-${type}` }, title),
      lines.length
        ? element('ul', {}, ...lines.map((line) => item(line, isSelected(line), () => choose({ type, name: line.name }))))
        : element('p', { className: 'hint' }, 'None yet. A text to try out: a request or a variant names its file.'),
    )
  })
}

const item = ({ name, hint, inUse }, selected, onclick) =>
  element(
    'li',
    {},
    element(
      'button',
      { type: 'button', className: 'quiet', onclick, 'aria-current': selected ? 'true' : undefined },
      element('span', { className: 'name' }, name === BUILT_IN ? 'Built-in' : name),
      inUse && element('span', { className: 'badge', data: { status: 'complete' } }, 'in use'),
      element('span', { className: 'hint' }, hint),
    ),
  )
