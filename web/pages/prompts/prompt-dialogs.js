import { confirm } from '../../parts/confirm.js'
import { element } from '../../parts/element.js'
import { formDialog } from '../../parts/form-dialog.js'
import { diffView, diffWords } from './diff-view.js'
import { actOn, savedAt, saveVersion, typeInfo, types } from './prompt-data.js'

const NAME = { pattern: '[A-Za-z0-9_\\-]+(\\.[A-Za-z0-9_\\-]+)*', maxlength: 128, required: true, spellcheck: 'false' }
const NAME_HINT = 'Letters, digits, hyphens, underscores and dots.'
const plain = (name) => name.replace(/\.j2$/, '')

/** Asks for a name and saves the first version. Resolves with the reply. */
export const createDialog = ({ type = 'system', text } = {}) =>
  formDialog({
    title: 'New prompt',
    action: 'Create',
    fields: [
      { name: 'type', label: 'Kind', value: type, options: types.map((t) => [t.type, t.one]) },
      { name: 'name', label: 'Name', hint: NAME_HINT, ...NAME },
      { name: 'text', label: 'Text', rows: 6, value: text, required: true, spellcheck: 'false', className: 'mono' },
    ],
    submit: (values) => saveVersion({ ...values, label: '', makeDefault: false }),
  })

export const renameDialog = (entry, count) =>
  formDialog(
    {
      title: `Rename ${entry.name}`,
      action: 'Rename',
      fields: [{ name: 'new_name', label: 'New name', value: plain(entry.name), hint: NAME_HINT, ...NAME }],
      submit: (values) => actOn('rename_prompt', entry, values),
    },
    count > 1 ? `All ${count} versions go along.` : 'Requests that name its file have to be changed.',
  )

export const detailsDialog = (entry) =>
  formDialog({
    title: 'Details of this version',
    action: 'Save',
    fields: [
      { name: 'metadata_label', label: 'Label', value: entry.metadata.label, maxlength: 200 },
      { name: 'metadata_prompt_tag', label: 'Tag', value: entry.metadata.prompt_tag, maxlength: 100 },
      { name: 'metadata_notes', label: 'Notes', value: entry.metadata.notes, rows: 4, maxlength: 4000 },
    ],
    submit: (values) => actOn('update_prompt_metadata', entry, values),
  })

export const deleteDialog = (entry) =>
  formDialog(
    { title: `Delete this version of ${entry.name}?`, action: 'Delete', danger: true, submit: () => actOn('delete_prompt', entry) },
    `Saved ${savedAt(entry)} by ${entry.metadata.saved_by}. This cannot be undone.`,
    entry.is_current ? 'It is in use: the version before it takes its place.' : 'It is not in use.',
  )

/** Shows what changes for every chat before a version is put in use. */
export const promoteDialog = (entry, text, effective) =>
  formDialog(
    { title: 'Use this version from now on?', action: 'Use this version', submit: () => actOn('make_default_prompt', entry) },
    `Every chat without a ${typeInfo(entry.type).one} of its own uses it at once. Against what is in use: ${diffWords(effective, text)}.`,
    text === effective ? element('span', {}) : diffView(effective, text),
  )

export const leaveDialog = () =>
  confirm({ title: 'Leave without saving?', text: 'The text in the editor is not saved.', action: 'Leave', keep: 'Stay' })
