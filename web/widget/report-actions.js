import { saveBlob } from '../api/save-blob.js'
import { confirm } from '../parts/confirm.js'
import { call } from './calls.js'

const at = (id) => document.getElementById(id)

export function hideActions() {
  at('actions').hidden = true
  at('action-trouble').textContent = ''
}

/** What one does with a report: take it home with its findings as comments, delete it. */
export function showActions(review, { reportId, fileName, status }) {
  const words = review.words()
  at('actions').hidden = false
  at('download').hidden = status !== 'ready'
  at('download').textContent = words.download
  at('remove').textContent = words.remove
  at('download').onclick = doing(review, async () => {
    const reply = await call(`runtime/sdac/reports/${reportId}/workbook?lang=${words.code}`)
    const type = reply.headers.get('content-type') ?? ''
    saveBlob(new Blob([await reply.blob()], { type }), `${fileName.replace(/\.(xlsx|csv)$/i, '')} with findings.xlsx`)
  })
  at('remove').onclick = doing(review, async () => {
    const question = { title: words.removeTitle, text: words.removeText(fileName), action: words.remove, keep: words.keep }
    if (!(await confirm(question))) return
    await call(`runtime/sdac/reports/${reportId}`, { method: 'DELETE' })
    await review.begin()
    at('file').focus()
    review.say(words.removed)
  })
}

/** A click that does its work once at a time, and says what went wrong. */
const doing =
  (review, work) =>
  async ({ currentTarget: button }) => {
    if (button.hasAttribute('aria-busy')) return
    at('action-trouble').textContent = ''
    // not disabled: the focus comes back to it from the dialog
    button.setAttribute('aria-busy', 'true')
    try {
      await work()
    } catch (error) {
      at('action-trouble').textContent = review.reasonOf(error)
    } finally {
      button.removeAttribute('aria-busy')
    }
  }
