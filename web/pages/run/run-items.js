import { api, apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { number } from '../../parts/format.js'
import { listTable } from '../../parts/list-table.js'
import { openDialog } from '../../parts/open-dialog.js'
import { drawPager } from '../../parts/pager.js'
import { runBadge } from '../../parts/run-badge.js'
import { itemWords, stepWords } from '../../parts/run-words.js'
import { toastError } from '../../parts/toast.js'

const PAGE_SIZE = 25
/** Characters of what an item made that are shown. */
const MOST_SHOWN = 100_000
const byId = (id) => document.getElementById(id)

/** The items of a run, a page at a time however many there are. `onRetry` begins one of them again. */
export function createItems(path, onRetry) {
  let page = 1
  let turn = 0
  let run
  for (const id of ['item-step', 'item-status']) byId(id).addEventListener('change', () => go(1))

  function go(target) {
    page = target
    return load()
  }

  async function load() {
    turn += 1
    const mine = turn
    const query = new URLSearchParams({ page, page_size: PAGE_SIZE })
    if (byId('item-step').value) query.set('step', byId('item-step').value)
    if (byId('item-status').value) query.set('status', byId('item-status').value)
    try {
      const reply = await apiJson(`${path}/items?${query}`)
      if (mine === turn) draw(reply)
    } catch (error) {
      if (mine === turn) byId('items').replaceChildren(failure(error, load))
    }
  }

  function draw({ items, pagination }) {
    const focused = byId('items').contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : undefined
    const rows = items.map(rowOf)
    // A column in which nothing stands is left out.
    const kept = ['Item', 'Status', 'Progress', 'Made', 'Again']
      .map((name, i) => [name, i])
      .filter(([, i]) => rows.some((row) => row[i] !== ''))
    const table = listTable({
      label: 'Items',
      head: kept.map(([name]) => name),
      rows: rows.map((row) => kept.map(([, i]) => row[i])),
    })
    byId('items').replaceChildren(
      items.length ? element('div', { className: 'card' }, table) : element('p', { className: 'card empty' }, 'No items here.'),
    )
    if (focused) byId('items').querySelector(`[aria-label="${focused}"]`)?.focus()
    drawPager(byId('items-pager'), pagination, 'item', go)
  }

  function rowOf({ step, item, status, progress, error, artifact }) {
    const name = itemWords(run, step, item)
    const show = { type: 'button', className: 'compact', 'aria-label': `Show what ${name} made`, onclick: () => showArtifact(step, item) }
    const again = { type: 'button', className: 'compact', 'aria-label': `Retry ${name}`, onclick: () => onRetry(step, item) }
    const told = error
      ? `${error.code}: ${error.message}`
      : progress
        ? `${number(progress.done)} of ${number(progress.total)} ${progress.unit ?? ''}`
        : ''
    return [
      name,
      runBadge(status, status === 'open' ? 'under way' : status),
      told && element('span', { className: 'said' }, told),
      artifact ? element('button', show, 'Show') : '',
      run.ended_at !== null && ['failed', 'done', 'skipped'].includes(status) ? element('button', again, 'Retry') : '',
    ]
  }

  async function showArtifact(step, item) {
    try {
      const text = await (await api(`${path}/items/${encodeURIComponent(step)}/${item}/artifact`)).text()
      const words = pretty(text)
      await openDialog({ title: `What ${itemWords(run, step, item)} made` }, (heading, close) => [
        heading,
        element(
          'pre',
          { tabindex: 0 },
          words.slice(0, MOST_SHOWN),
          words.length > MOST_SHOWN && ` … (${number(words.length - MOST_SHOWN)} more characters)`,
        ),
        element('div', { className: 'actions' }, element('button', { type: 'button', autofocus: true, onclick: () => close() }, 'Close')),
      ])
    } catch (error) {
      toastError(error)
    }
  }

  return {
    /** Takes over the steps' names and whether items may be tried again, and looks. */
    show(next) {
      run = next
      const select = byId('item-step')
      if (select.options.length === 1)
        select.append(...run.steps.map(({ name }) => element('option', { value: name }, stepWords(run.words, name))))
      return load()
    },
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
