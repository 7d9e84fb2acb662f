import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { actorWords } from '../../parts/actor-words.js'
import { confirm } from '../../parts/confirm.js'
import { element } from '../../parts/element.js'
import { capital, dateAndTime, duration, timeOfDay } from '../../parts/format.js'
import { runBadge } from '../../parts/run-badge.js'
import { itemWords, kindWords, stepWords, titleWords } from '../../parts/run-words.js'
import { toast, toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'
import { followRun, hasEnded } from './follow-run.js'
import { createCalls, drawUsage } from './run-calls.js'
import { createItems } from './run-items.js'
import { drawQuestions } from './run-questions.js'
import { drawSteps } from './run-steps.js'

/** Items, calls and timeline are looked up this soon after a change, however many changes come. */
const LOOK_MS = 700

const byId = (id) => document.getElementById(id)
const id = location.pathname.split('/').at(-1)
const path = `/api/v2/runs/${encodeURIComponent(id)}`
const items = createItems(path, (step, item) => retry({ from: step, items: [item] }))
const calls = createCalls(path, () => run)

let run
let following = false
/** Of the timeline's entries that are known: what comes behind it is followed. */
let last

function show(next) {
  if (run && next.epoch < run.epoch) return
  const endedNow = run && !hasEnded(run) && hasEnded(next)
  // What follows a run tells of it without its words.
  run = { ...next, words: next.words ?? run?.words }
  const [kind, title] = [kindWords(run.words, run.kind), titleWords(run)]
  document.title = `${title ?? kind}, ${run.status} · Millrace`
  byId('name').textContent = title ?? kind
  byId('kind').textContent = title ? kind : ''
  byId('body').hidden = byId('actions').hidden = false
  drawState()
  drawSteps(byId('steps'), run, (from) => retry({ from }))
  drawQuestions(byId('questions'), run, decide)
  drawActions()
  lookSoon()
  if (endedNow) byId('announcer').textContent = `The run is ${run.status}.`
}

function drawState() {
  const { status, progress, reason, error, started_at: from, ended_at: to, deadline_at: deadline, epoch } = run
  const percent = Math.round(progress * 100)
  const fill = element('div')
  fill.style.setProperty('--done', `${percent}%`)
  const bar = {
    className: 'track',
    role: 'progressbar',
    'aria-label': 'Progress',
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': percent,
  }
  const facts = [
    epoch > 1 && `try ${epoch}`,
    from && to && `took ${duration(Date.parse(to) - Date.parse(from))}`,
    !to && deadline && `has until ${dateAndTime(new Date(deadline))}`,
  ]
  byId('state').dataset.outcome = status === 'completed' ? 'done' : status === 'failed' ? 'failed' : 'working'
  byId('state').replaceChildren(
    element(
      'div',
      { className: 'spaced' },
      element('div', { className: 'row' }, runBadge(status), element('span', {}, facts.filter(Boolean).join(' · '))),
      element('span', { className: 'numbers soft' }, `${percent} %`),
    ),
    element('div', bar, fill),
    ...(reason && status !== 'completed'
      ? [
          element(
            'div',
            { className: status === 'failed' ? 'notice error' : 'notice' },
            element('strong', {}, `${capital(status)}: ${reason}`),
            error && element('span', {}, `${error.code}: ${error.message}`),
          ),
        ]
      : []),
  )
}

let waiting = false
function lookSoon() {
  if (waiting) return
  waiting = true
  setTimeout(async () => {
    waiting = false
    await Promise.all([items.show(run), calls.load(), drawTimeline(), lookAtUsage()])
  }, LOOK_MS)
}

async function lookAtUsage() {
  const { usage, actor, created_at: at } = await apiJson(path).catch(() => ({ usage: [] }))
  drawUsage(byId('usage'), usage, run.words)
  if (actor) byId('summary').textContent = `Started by ${actorWords(actor)}, ${dateAndTime(new Date(at))}`
}

const bad = new Set(['run.failed', 'step.failed', 'item.failed'])
const good = new Set(['run.completed', 'step.completed'])

async function drawTimeline() {
  try {
    const { items: entries } = await apiJson(`${path}/timeline`)
    byId('timeline').replaceChildren(
      ...entries.map(({ type, at, step, item, reason, error }) => {
        const [what, how] = type.split('.')
        const name = what === 'run' ? 'Run' : what === 'item' ? itemWords(run, step, item) : stepWords(run.words, step)
        const said = [
          `${name} ${how}`,
          what === 'run' && step && stepWords(run.words, step),
          reason,
          error && `${error.code}: ${error.message}`,
        ]
          .filter(Boolean)
          .join(': ')
        const tone = bad.has(type) ? 'bad' : good.has(type) ? 'good' : 'plain'
        return element(
          'li',
          { data: { tone } },
          element(
            'div',
            { className: 'event' },
            element('span', { className: 'said' }, said),
            element('span', { className: 'when' }, element('time', { datetime: at }, timeOfDay(new Date(at)))),
          ),
        )
      }),
    )
  } catch (error) {
    byId('timeline').replaceChildren(element('li', {}, failure(error, drawTimeline)))
  }
}

async function follow() {
  if (following) return
  following = true
  try {
    const take = (next, entry) => {
      last = entry ?? last
      show(next)
    }
    // A retry may have come while the end before it was told.
    do await followRun(path, last, take)
    while (!hasEnded(run))
  } catch (error) {
    if (error.status === 404) gone()
    else toastError(error)
  } finally {
    following = false
  }
}

async function load() {
  byId('problem').replaceChildren()
  try {
    // Before the run itself, so that nothing falls between the two.
    const { items: entries } = await apiJson(`${path}/timeline`)
    last = entries.length ? String(entries.at(-1).n) : undefined
    show(await apiJson(path))
    if (!hasEnded(run)) void follow()
  } catch (error) {
    if (error.status === 404 || error.status === 400) gone()
    else byId('problem').replaceChildren(failure(error, load))
  }
}

function gone() {
  byId('body').hidden = byId('actions').hidden = true
  byId('problem').replaceChildren(
    element(
      'div',
      { className: 'notice', role: 'status' },
      element('strong', {}, 'There is no such run. Runs are kept for a while after their end.'),
    ),
  )
}

function drawActions() {
  const failed = run.steps.some((step) => step.failed > 0)
  const wanted = !hasEnded(run) ? 'Cancel' : failed ? 'Retry failed items' : run.status === 'completed' ? 'Run again' : 'Retry'
  if (byId('actions').textContent === wanted) return
  const act = wanted === 'Cancel' ? cancel : wanted === 'Run again' ? runAgain : () => retry({})
  const had = byId('actions').contains(document.activeElement)
  const button = { type: 'button', className: wanted.startsWith('Retry') ? 'primary' : '', onclick: (event) => act(event.currentTarget) }
  byId('actions').replaceChildren(element('button', button, wanted))
  if (had) byId('actions').querySelector('button').focus()
}

async function command(name, json, said) {
  try {
    show(await whileBusy(apiJson(`${path}/${name}`, { method: 'POST', json })))
    toast(said)
    if (!hasEnded(run)) void follow()
  } catch (error) {
    toastError(error)
    if (error.status === 409) load()
  }
}

async function cancel() {
  const question = { title: 'Cancel this run?', text: 'What is done stays; you can retry it later.', action: 'Cancel it' }
  if (await confirm(question)) await command('cancel', {}, 'The run was cancelled.')
}

async function runAgain() {
  const question = {
    title: 'Run it again?',
    text: 'Every step is done anew, and takes the place of what it made. Answers of models that were paid for are used again.',
    action: 'Run again',
  }
  if (await confirm(question)) await retry({ from: run.steps[0].name })
}

const retry = (wish) => command('retry', wish, 'The run goes on.')
const decide = (key, value) => command('decide', { key, value }, 'Your answer was taken.')

load()
