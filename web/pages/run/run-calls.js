import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { compact, duration, number, plural, timeOfDay } from '../../parts/format.js'
import { listTable } from '../../parts/list-table.js'
import { drawPager } from '../../parts/pager.js'
import { runBadge } from '../../parts/run-badge.js'
import { itemWords, stepWords } from '../../parts/run-words.js'

const PAGE_SIZE = 20
const byId = (id) => document.getElementById(id)
/** Small amounts keep four digits that tell something. */
const money = (amount, currency) =>
  `${amount === 0 ? '0' : amount < 1 ? amount.toPrecision(4).replace(/0+$/, '') : amount.toFixed(2)} ${currency}`

/** What a run used, by step and alias. */
export function drawUsage(root, usage, words) {
  const rows = usage.map(({ step, alias, calls, prompt_tokens: given, completion_tokens: said, amount, currency }) => [
    ...[stepWords(words, step), alias, number(calls), compact(given), compact(said)],
    currency === null ? 'no price' : money(amount, currency),
  ])
  const head = ['Step', 'Alias', 'Calls', 'Tokens in', 'Tokens out', 'Cost']
  root.replaceChildren(
    ...(rows.length ? [element('div', { className: 'card' }, listTable({ label: 'Used by step and alias', head, rows }))] : []),
  )
}

/** The calls of a run, a page at a time; a call opens with what was said. */
export function createCalls(path, runOf) {
  let page = 1
  let turn = 0
  let drawn = ''

  function go(target) {
    page = target
    return load()
  }

  async function load() {
    turn += 1
    const mine = turn
    try {
      const reply = await apiJson(`${path}/calls?${new URLSearchParams({ page, page_size: PAGE_SIZE })}`)
      if (mine === turn) draw(reply)
    } catch (error) {
      if (mine === turn) byId('calls').replaceChildren(failure(error, load))
    }
  }

  function draw({ items, pagination }) {
    const words = JSON.stringify(items)
    if (words === drawn) return
    drawn = words
    const opened = new Set([...byId('calls').querySelectorAll('details[open]')].map(({ dataset }) => dataset.call))
    byId('calls').replaceChildren(
      items.length
        ? element('div', { className: 'card' }, ...items.map((call) => callOf(call, opened.has(call.call_id))))
        : element('p', { className: 'card empty' }, 'No model has been asked.'),
    )
    drawPager(byId('calls-pager'), pagination, 'call', go)
  }

  function callOf(call, open) {
    const {
      call_id: id,
      step,
      item,
      alias,
      model,
      outcome,
      ms,
      prompt_tokens: given,
      completion_tokens: said,
      cost,
      started_at: at,
      error,
    } = call
    const facts = [
      ...[itemWords(runOf(), step, item), alias === model ? alias : `${alias} (${model})`],
      ...[given !== null && `${compact(given)} + ${compact(said ?? 0)} tokens`, cost && money(cost.amount, cost.currency)],
      ...[ms !== null && duration(ms), timeOfDay(new Date(at)), error],
    ]
    const body = element('div', { className: 'messages' })
    const details = element(
      'details',
      { data: { call: id }, open, ontoggle: () => details.open && !body.hasChildNodes() && fill() },
      element('summary', {}, runBadge(outcome), ' ', facts.filter(Boolean).join(' · ')),
      body,
    )
    async function fill() {
      try {
        body.replaceChildren(...saidIn(await apiJson(`${path}/calls/${id}`)))
      } catch (error) {
        body.replaceChildren(failure(error, fill))
      }
    }
    return details
  }

  return { load }
}

function saidIn({ messages, reply, alias }) {
  if (messages === null)
    return [
      element(
        'p',
        { className: 'soft' },
        alias === 'embeddings' ? 'A request for vectors.' : 'What was said is kept of the first 1,000 calls of a run.',
      ),
    ]
  const toolLines = (calls = []) => calls.map(({ name, arguments: given }) => `\n${name}(${given})`).join('')
  const part = (who, text) => element('div', {}, element('p', { className: 'label' }, who), element('pre', { tabindex: 0 }, text || ' '))
  return [
    ...messages.map(({ role, text, tool_calls: calls }) => part(role, text + toolLines(calls))),
    ...(reply ? [part('reply', reply.text + toolLines(reply.tool_calls))] : []),
    element('p', { className: 'hint' }, plural(messages.length, 'message')),
  ]
}
