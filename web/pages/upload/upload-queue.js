import { isKeptOnly } from '../../parts/documents/kept-only.js'
import { whileBusy } from '../../shell/shell.js'
import { createBatchBar } from './batch-bar.js'
import { createLane } from './lane.js'
import { sendFile } from './send-file.js'
import { createUploadRow } from './upload-row.js'
import { createWatch } from './watch-uploads.js'

/** Below the six connections that a browser keeps to one server, so that the lists stay live meanwhile. */
const SENDING = 3

/** Sends files, a few at a time, and shows each on its way through the pipeline. */
export function createUploadQueue({ section, list, batch, clear, announce, onSettled }) {
  const sending = createLane(SENDING)
  const watch = createWatch()
  const finished = new Set()
  const bar = createBatchBar(batch)

  async function process(file, fields, row) {
    try {
      const { upload_id: uploadId } = await sending(() => sendFile(file, fields, row))
      row.accepted(uploadId)
      const status = await watch(uploadId, row.show)
      if (!status) return row.gone()
      row.settle(status)
      const ready = isKeptOnly(status) ? `${file.name} is stored, and cannot be searched.` : `${file.name} is ready.`
      announce(status.status === 'complete' ? ready : `${file.name} failed at ${status.processing_stage}.`)
    } catch (error) {
      row.fail(error)
      announce(`${file.name} failed: ${error.message}`)
    } finally {
      finished.add(row.node)
      clear.hidden = false
      onSettled()
    }
  }

  /** `before`: the row that this one takes the place of. */
  function add(file, fields, before) {
    const row = bar.counting(
      createUploadRow(file, () => add(file, { ...fields, replace_existing: 'true' }, row.node)),
      file,
    )
    if (before) {
      bar.forget(before)
      finished.delete(before)
      before.replaceWith(row.node)
      section.querySelector('h2')?.focus()
    } else list.append(row.node)
    section.hidden = false
    whileBusy(process(file, fields, row))
  }

  clear.addEventListener('click', () => {
    for (const node of finished) {
      bar.forget(node)
      node.remove()
    }
    finished.clear()
    clear.hidden = true
    section.hidden = list.childElementCount === 0
  })

  return {
    add: (file, fields) => add(file, fields),
  }
}
