import { element } from './element.js'

let serial = 0

/**
 * Opens a modal dialog and takes it away when it is closed; the focus goes back to where it was.
 * Resolves with what `close` was given, or undefined when it was closed without, as by Escape.
 * @param {{ title: string, className?: string, describedBy?: string, light?: boolean }} dialog `light`: a click beside it closes it too
 * @param {(title: HTMLElement, close: (result?: unknown) => void) => Node[]} draw what stands in it; the focus goes to what has `autofocus`,
 * else to the first that can have it
 */
export function openDialog({ title, className, describedBy, light }, draw) {
  const id = `dialog-${++serial}`
  const dialog = element('dialog', { className, 'aria-labelledby': id, 'aria-describedby': describedBy })
  let result
  const close = (value) => {
    result = value
    dialog.close()
  }
  const heading = element('h2', { id }, title)
  dialog.append(...draw(heading, close))
  // A click on the backdrop is a click on the dialog itself, outside of its box.
  if (light) dialog.addEventListener('click', (event) => event.target === dialog && isBeside(dialog, event) && close())
  document.body.append(dialog)
  dialog.showModal()
  // what stands in a field already gives way to what is typed, as to rename something
  if (document.activeElement?.matches('input[type="text"], input:not([type])')) document.activeElement.select()
  beginAtTop(dialog, heading)
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(result)
    })
  })
}

/** Where the dialog is longer than the window and the focus is at its end, it is read from its heading all the same, unless one is to search in it. */
function beginAtTop(dialog, heading) {
  if (dialog.scrollTop === 0 || document.activeElement?.matches('[role="combobox"]')) return
  heading.tabIndex = -1
  heading.focus()
  dialog.scrollTop = 0
}

function isBeside(dialog, { clientX: x, clientY: y }) {
  const box = dialog.getBoundingClientRect()
  return x < box.left || x > box.right || y < box.top || y > box.bottom
}
