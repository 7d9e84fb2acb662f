import { element, icon } from '../../parts/element.js'
import { bytes, plural } from '../../parts/format.js'

const MEGABYTE = 1024 * 1024
const TWIN = 'Another of these files has the same name, so it stays here: a document is known by its name.'

/** The files that were chosen and not yet sent, each with a title that can be changed. */
export function createStaging({ section, list, send }) {
  let entries = []
  let serial = 0
  let limit = 100

  function show() {
    section.hidden = entries.length === 0
    const good = entries.filter((e) => !e.problem).length
    send.disabled = good === 0
    send.textContent = good ? `Upload ${plural(good, 'file')}` : 'Upload'
  }

  function remove(entry) {
    const next = entry.node.nextElementSibling ?? entry.node.previousElementSibling
    entries = entries.filter((e) => e !== entry)
    entry.node.remove()
    show()
    next?.querySelector('button')?.focus()
  }

  function add(files) {
    const names = new Set()
    for (const file of files) {
      const twin = entries.find((e) => e.file.name === file.name)
      // Chosen again it takes the place of what it was; out of two folders at once it is another file.
      const problem = names.has(file.name) ? TWIN : problemOf(file, limit)
      names.add(file.name)
      if (twin && problem !== TWIN) remove(twin)
      const entry = { file, ...render(file, ++serial, problem, () => remove(entry)) }
      entries.push(entry)
      list.append(entry.node)
    }
    show()
    if (files.length) send.focus({ preventScroll: true })
  }

  function clear() {
    entries = []
    list.replaceChildren()
    show()
  }

  /** The files that can be sent, with their titles; the others stay. */
  function take() {
    const good = entries.filter((e) => !e.problem)
    entries = entries.filter((e) => e.problem)
    for (const { node } of good) node.remove()
    show()
    return good.map(({ file, title }) => ({ file, title: title.value.trim() || baseName(file.name) }))
  }

  return {
    add,
    clear,
    take,
    /** What the server takes, in MB of 1024 kB. */
    set limit(megabytes) {
      limit = megabytes
    },
  }
}

const baseName = (name) => name.replace(/(.)\.[^.]+$/, '$1')

function problemOf({ name, size }, limit) {
  if (size === 0) return 'This file is empty, so it stays here.'
  if (size > limit * MEGABYTE) return `${bytes(size)} is over the limit of ${limit} MB, so it stays here.`
  if (name.length > 255) return 'The name is longer than 255 characters, so it stays here.'
  return undefined
}

function render(file, serial, problem, remove) {
  const title = element('input', { id: `title-${serial}`, value: baseName(file.name), maxlength: 1000, autocomplete: 'off' })
  const node = element(
    'li',
    { className: 'staged' },
    element('div', {}, element('div', { className: 'name' }, file.name), element('div', { className: 'hint numbers' }, bytes(file.size))),
    element(
      'div',
      { className: 'field' },
      element('label', { for: title.id }, 'Title', element('span', { className: 'unseen' }, ` of ${file.name}`)),
      title,
    ),
    element(
      'button',
      { type: 'button', className: 'quiet compact icon', 'aria-label': `Remove ${file.name}`, onclick: remove },
      icon('close'),
    ),
    problem && element('p', { className: 'notice error problem' }, problem),
  )
  return { node, title, problem }
}
