import { element } from '../../parts/element.js'
import { openDialog } from '../../parts/open-dialog.js'
import { DEFAULTS } from './chat-request.js'
import { settingsFields } from './chat-settings.js'

/** The panel in which the settings of the next questions are chosen; a second set is compared with the first. */
export function openSettings({ choices, settings, onChange }) {
  let all = settings
  const fields = element('div', { className: 'settings-sets' })
  const draw = () =>
    fields.replaceChildren(
      ...all.map((set, i) =>
        settingsFields({
          id: `set-${i}`,
          legend: all.length > 1 ? ['First', 'Second'][i] : 'For the next questions',
          choices,
          settings: set,
          onChange: (next) => update(all.map((other, k) => (k === i ? next : other))),
        }),
      ),
    )
  const update = (next) => {
    all = next
    onChange(all)
  }
  const compare = element('input', { type: 'checkbox', id: 'compare', checked: all.length > 1 })
  compare.addEventListener('change', () => {
    update(compare.checked ? [all[0], { ...all[0] }] : all.slice(0, 1))
    draw()
  })
  const reset = () => {
    update(all.map(() => ({ ...DEFAULTS })))
    draw()
  }
  draw()
  openDialog({ title: 'Settings', className: 'settings-panel' }, (title) => [
    element(
      'form',
      { className: 'stack', method: 'dialog' },
      title,
      element('label', { className: 'choice', for: 'compare' }, compare, 'Compare two settings side by side'),
      fields,
      element(
        'div',
        { className: 'actions' },
        element('button', { type: 'button', className: 'quiet', onclick: reset }, 'Reset'),
        element('button', { type: 'submit', className: 'primary' }, 'Done'),
      ),
    ),
  ])
}
