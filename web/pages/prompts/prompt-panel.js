import { element } from '../../parts/element.js'
import { dateAndTime, plural } from '../../parts/format.js'
import { BUILT_IN, savedAt, typeInfo, versionWords } from './prompt-data.js'

/**
 * The head of a prompt: its name, its versions, who made this one and when, and what can be done with it.
 * @param {{ type: string, name: string, version?: object, siblings: object[], inUse: boolean }} shown
 * @param {{ choose: (id: string) => void, promote: () => void, rename: () => void, details: () => void, remove: () => void, copy: () => void }} on
 */
export function panelHead({ type, name, version, siblings, inUse }, on) {
  const button = (words, onclick, className) => element('button', { type: 'button', className: className ?? 'compact', onclick }, words)
  const canPromote = type !== 'experiment' && !inUse && version
  return element(
    'header',
    { className: 'panel-head' },
    element(
      'div',
      { className: 'spaced' },
      element(
        'div',
        { className: 'row' },
        element('h2', { id: 'panel-title', tabindex: -1 }, name === BUILT_IN ? `Built-in ${typeInfo(type).one}` : name),
        inUse && element('span', { className: 'badge', data: { status: 'complete' } }, 'in use'),
      ),
      element(
        'div',
        { className: 'row' },
        canPromote && button('Use this version', on.promote, 'compact primary'),
        version && button('Details', on.details),
        version && button('Rename', on.rename),
        version && button('Delete', on.remove),
        !version && button('Copy to a new prompt', on.copy),
      ),
    ),
    version && versionChoice(version, siblings, on.choose),
    version
      ? facts(version)
      : element('p', { className: 'hint' }, 'It holds where no version is in use. Changed, it is saved as a prompt of its own.'),
  )
}

function versionChoice(version, siblings, choose) {
  // until another version is shown the choice stays at this one: its text may not have been saved
  const onchange = () => {
    const { value } = select
    select.value = version.id
    choose(value)
  }
  const select = element(
    'select',
    { id: 'version', onchange },
    ...siblings.map((v) => element('option', { value: v.id, selected: v.id === version.id }, versionWords(v))),
  )
  return element('label', { className: 'inline', for: 'version' }, plural(siblings.length, 'version'), select)
}

/** Who and when. */
function facts({ metadata, path, ...version }) {
  const at = (time) => dateAndTime(new Date(time))
  const parts = [
    ['Saved', `${savedAt({ metadata })} by ${metadata.saved_by}`],
    metadata.promoted_at && [
      version.is_current ? 'In use since' : 'Was put in use',
      `${at(metadata.promoted_at)} by ${metadata.promoted_by}`,
    ],
    metadata.updated_at && ['Details changed', `${at(metadata.updated_at)} by ${metadata.updated_by}`],
    metadata.label && ['Label', metadata.label],
    metadata.prompt_tag && ['Tag', metadata.prompt_tag],
    metadata.notes && ['Notes', metadata.notes],
    ['File', element('span', { className: 'mono' }, path)],
  ].filter(Boolean)
  return element(
    'dl',
    { className: 'facts' },
    ...parts.map(([term, words]) => element('div', {}, element('dt', {}, term), element('dd', {}, words))),
  )
}
