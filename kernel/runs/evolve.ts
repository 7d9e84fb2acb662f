import { copyOf, type Entry, hasEnded, isOver, type Question, type RunState, type StepState } from './run-state.ts'

/** Items of a step that are under way at the same time at most: a large fan-out leaves room for other runs, and no queue grows with it. */
export const WINDOW = 256
/** Failed items that the timeline names; the rest is in the numbers. */
const MOST_FAILURES_TOLD = 50

interface Failure {
  readonly code: string
  readonly message: string
}

/** What can happen to a run. `at` is ISO 8601. */
export type RunEvent = { readonly at: string } & (
  | { readonly type: 'begun' }
  | { readonly type: 'planned'; readonly step: string; readonly total: number }
  | { readonly type: 'skipped'; readonly step: string; readonly reason: string }
  | { readonly type: 'plan-failed'; readonly step: string; readonly error: Failure }
  | { readonly type: 'item-done' | 'item-skipped'; readonly step: string; readonly item: number }
  | { readonly type: 'item-failed'; readonly step: string; readonly item: number; readonly error: Failure }
  | { readonly type: 'asked'; readonly question: Question }
  | { readonly type: 'decided'; readonly key: string; readonly step: string; readonly item: number }
  | { readonly type: 'cancelled'; readonly reason: string }
  | { readonly type: 'overdue' }
  | { readonly type: 'retried'; readonly from?: string; readonly items?: ChosenItems }
)

/** Items of a step that somebody wants again, and how many of them had which end. */
export interface ChosenItems {
  readonly items: readonly number[]
  readonly done: number
  readonly failed: number
  readonly skipped: number
}

/** What has to be done about a change, in the same transaction. */
export type Order =
  /** A worker has to find out about the step. */
  | { readonly do: 'plan'; readonly step: string }
  /** Work on this many items that are to be redone, and on the new ones from `from` to before `to`. */
  | { readonly do: 'issue'; readonly step: string; readonly redo: number; readonly from: number; readonly to: number }
  /** Work on one item once more: what it waited for is decided. */
  | { readonly do: 'reissue'; readonly step: string; readonly item: number }
  /** Forget the step's items. */
  | { readonly do: 'forget'; readonly step: string }
  /** Mark what is not over, and these, to be redone; `failed`: what failed counts as not over. */
  | { readonly do: 'redo'; readonly step: string; readonly items: readonly number[]; readonly failed: boolean }
  | { readonly do: 'start-clock' }
  | { readonly do: 'end' }

export interface Evolved {
  readonly state: RunState
  readonly orders: readonly Order[]
  /** Each with the run right after its event, as the JSON that is kept of it. */
  readonly told: readonly { readonly entry: Entry; readonly state: string }[]
}

/**
 * What events make of a run, one after the other; an event that comes too late changes nothing. Orders are those of all events together,
 * so that many ends of items cost one issue. Pure.
 */
export function evolve(before: RunState, ...events: readonly RunEvent[]): Evolved {
  const run = copyOf(before)
  const orders: Order[] = []
  const told: { entry: Entry; state: string }[] = []
  for (const event of events) {
    const change: Change = { run, at: event.at, orders, told: [] }
    if (isTimely(run, event)) apply(change, event)
    if (change.told.length === 0) continue
    run.changes += change.told.length
    const state = JSON.stringify(run)
    told.push(...change.told.map((entry) => ({ entry, state })))
  }
  return { state: run, orders, told }
}

/** A run under change. */
interface Change {
  readonly run: RunState
  readonly at: string
  readonly orders: Order[]
  readonly told: Entry[]
}

/** The time of this epoch begins. */
function startClock({ run, at, orders }: Change): void {
  run.deadline_at = new Date(Date.parse(at) + run.deadline_ms).toISOString()
  orders.push({ do: 'start-clock' })
}

function isTimely(run: RunState, event: RunEvent): boolean {
  if (event.type === 'begun') return run.status === 'queued'
  if (event.type === 'retried') return hasEnded(run)
  if (event.type === 'cancelled') return !hasEnded(run)
  if (hasEnded(run) || run.status === 'queued') return false
  if (event.type === 'planned' || event.type === 'skipped' || event.type === 'plan-failed')
    return stepOf(run, event.step).status === 'planning'
  return true
}

function stepOf(run: RunState, name: string): StepState {
  const step = run.steps.find((s) => s.name === name)
  if (!step) throw new Error(`a run of the kind ${run.kind} has no step named ${name}`)
  return step
}

function apply(change: Change, event: RunEvent): void {
  const { run, at } = change
  switch (event.type) {
    case 'begun':
      Object.assign(run, { status: 'running', started_at: at })
      startClock(change)
      tell(change, { type: 'run.started' })
      advance(change)
      break
    case 'planned':
      Object.assign(stepOf(run, event.step), { status: 'running', total: event.total })
      advance(change)
      break
    case 'skipped':
      Object.assign(stepOf(run, event.step), { status: 'skipped', reason: event.reason, ended_at: at })
      tell(change, { type: 'step.skipped', step: event.step, reason: event.reason })
      advance(change)
      break
    case 'plan-failed':
      failStep(change, stepOf(run, event.step), event.error)
      break
    case 'item-done':
    case 'item-skipped': {
      const step = stepOf(run, event.step)
      step.open--
      step[event.type === 'item-done' ? 'done' : 'skipped']++
      advance(change)
      break
    }
    case 'item-failed':
      failItem(change, stepOf(run, event.step), event)
      break
    case 'asked':
      run.questions.push(event.question)
      run.status = 'waiting'
      tell(change, { type: 'run.waiting', step: event.question.step, item: event.question.item, reason: event.question.key })
      break
    case 'decided':
      decide(change, event)
      break
    case 'cancelled':
      end(change, 'cancelled', event.reason)
      break
    case 'overdue':
      end(change, 'failed', 'deadline', { code: 'timed_out', message: `not done within ${run.deadline_ms / 1000} s` })
      break
    case 'retried':
      retry(change, event)
      break
  }
}

const tell = (change: Change, entry: Omit<Entry, 'at'>): void => void change.told.push({ ...entry, at: change.at })

function failItem(change: Change, step: StepState, { item, error }: { item: number; error: Failure }): void {
  step.open--
  step.failed++
  step.error ??= error
  if (step.failed <= MOST_FAILURES_TOLD && step.total !== 1) tell(change, { type: 'item.failed', step: step.name, item, error })
  if (step.on_fail === 'end') failStep(change, step, error)
  else advance(change)
}

/** A step that ends badly ends the run, unless it goes on without it. */
function failStep(change: Change, step: StepState, error: Failure): void {
  Object.assign(step, { status: 'failed', ended_at: change.at, error: step.error ?? error })
  tell(change, { type: 'step.failed', step: step.name, error })
  if (step.on_fail === 'end') end(change, 'failed', step.name, error)
  else advance(change)
}

function decide(change: Change, { key, step, item }: { key: string; step: string; item: number }): void {
  const { run } = change
  const open = run.questions.filter((q) => !(q.key === key && q.step === step && q.item === item))
  if (open.length === run.questions.length) return
  run.questions = open
  if (open.length === 0) run.status = 'running'
  change.orders.push({ do: 'reissue', step, item })
  tell(change, { type: 'run.decided', step, item, reason: key })
}

/** Begins what may begin, keeps the windows full, ends what is over; until nothing moves any more. */
function advance(change: Change): void {
  const { run } = change
  for (let moved = true; moved; ) {
    moved = false
    for (const step of run.steps) moved = begin(change, step) || fill(change, step) || close(change, step) || moved
  }
  if (run.steps.every(isOver)) end(change, 'completed', null)
}

function begin(change: Change, step: StepState): boolean {
  const { run } = change
  if (step.status !== 'pending' || !step.after.every((name) => isOver(stepOf(run, name)))) return false
  step.started_at ??= change.at
  tell(change, { type: 'step.started', step: step.name })
  if (step.plans && step.total === null) {
    step.status = 'planning'
    change.orders.push({ do: 'plan', step: step.name })
  } else {
    step.status = 'running'
    step.total ??= step.counted ?? 1
  }
  return true
}

function fill(change: Change, step: StepState): boolean {
  if (step.status !== 'running' || step.total === null) return false
  const room = WINDOW - step.open
  const redo = Math.min(room, step.redo)
  const from = step.issued
  const to = from + Math.min(room - redo, step.total - from)
  if (redo === 0 && to === from) return false
  const earlier = change.orders.findIndex((order) => order.do === 'issue' && order.step === step.name && order.to === from)
  const order = change.orders[earlier]
  if (order?.do === 'issue') change.orders[earlier] = { ...order, redo: order.redo + redo, to }
  else change.orders.push({ do: 'issue', step: step.name, redo, from, to })
  step.redo -= redo
  step.issued = to
  step.open += redo + to - from
  return true
}

function close(change: Change, step: StepState): boolean {
  if (step.status !== 'running' || step.done + step.failed + step.skipped !== step.total) return false
  const error = step.failed > 0 && step.done === 0 ? step.error : null
  Object.assign(step, { status: error ? 'failed' : 'completed', ended_at: change.at })
  tell(change, error ? { type: 'step.failed', step: step.name, error } : { type: 'step.completed', step: step.name })
  return true
}

function end(change: Change, status: 'completed' | 'failed' | 'cancelled', reason: string | null, error: Failure | null = null): void {
  const { run, at } = change
  for (const step of run.steps)
    if (step.status === 'running' || step.status === 'planning') Object.assign(step, { status: 'cancelled', ended_at: at })
  Object.assign(run, { status, reason, error, ended_at: at, questions: [] })
  change.orders.push({ do: 'end' })
  tell(change, { type: `run.${status}`, ...(reason === null ? {} : { reason }), ...(error ? { error } : {}) })
}

/** The steps to begin with once more, and all that stand after them. What was done stays done, unless it is asked for. */
function retry(change: Change, { from, items }: { from?: string; items?: ChosenItems }): void {
  const { run } = change
  const broken = (step: StepState) => step.status === 'cancelled' || (step.status === 'failed' && step.on_fail === 'end')
  const roots = from === undefined ? rootsOf(run) : [stepOf(run, from).name, ...run.steps.filter(broken).map((s) => s.name)]
  const later = after(run, roots)
  for (const step of run.steps) {
    if (later.has(step.name)) anew(change, step)
    else if (roots.includes(step.name)) {
      const whole = step.total === null || step.status === 'skipped' || (step.status === 'completed' && step.failed === 0 && !items)
      if (whole) anew(change, step)
      else again(change, step, items)
    }
  }
  run.epoch++
  Object.assign(run, { status: 'running', reason: null, error: null, ended_at: null, questions: [] })
  startClock(change)
  tell(change, { type: 'run.retried', ...(from === undefined ? {} : { step: from }) })
  advance(change)
}

/** The steps that a retry without a wish begins with: what failed, in part too, and what was not over. None: there is nothing to do again. */
export const rootsOf = (run: RunState): string[] => {
  const open = run.steps.filter((s) => s.failed > 0 || !(s.status === 'completed' || s.status === 'skipped')).map((s) => s.name)
  const later = after(run, open)
  return open.filter((name) => !later.has(name))
}

/** All steps that stand after one of these. */
function after(run: RunState, names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const step of run.steps) if (step.after.some((name) => names.includes(name) || found.has(name))) found.add(step.name)
  }
  return found
}

const FRESH = { status: 'pending', started_at: null, ended_at: null, reason: null, error: null, open: 0 } as const

function anew({ orders }: Change, step: StepState): void {
  Object.assign(step, FRESH, { total: null, issued: 0, redo: 0, done: 0, failed: 0, skipped: 0 })
  orders.push({ do: 'forget', step: step.name })
}

/** Of chosen items those alone are done again, and what never ended; what failed beside them stays so where the step goes on without it. */
function again({ orders }: Change, step: StepState, chosen: ChosenItems = { items: [], done: 0, failed: step.failed, skipped: 0 }): void {
  const done = step.done - chosen.done
  const skipped = step.skipped - chosen.skipped
  const failed = step.on_fail === 'go-on' ? step.failed - chosen.failed : 0
  const error = failed > 0 ? step.error : null
  Object.assign(step, FRESH, { done, skipped, failed, error, redo: step.issued - done - skipped - failed })
  orders.push({ do: 'redo', step: step.name, items: chosen.items, failed: failed === 0 })
}
