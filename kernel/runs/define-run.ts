import type { z } from 'zod'
import { type StepWorkEvent, stepWork } from '../../schemas/run.ts'
import type { LimitedSearch } from '../access/limited-search.ts'
import type { Limits } from '../access/limits.ts'
import type { RetryPolicy } from '../consume/define-consumer.ts'
import type { Lane } from '../consume/lanes.ts'
import type { Ports } from '../ports.ts'
import type { Logger } from '../runtime/log.ts'
import type { RunEntity } from './run-entity.ts'

/** The ports as steps have them: what an index holds is read within the limits of whoever started the run. */
export type StepPorts = Omit<Ports, 'search'> & { readonly search: LimitedSearch }

/** What never changes of a run, but for its epoch. */
export interface RunFacts {
  readonly id: string
  readonly kind: string
  readonly subject: string
  readonly actor: string
  readonly epoch: number
  /** When it was asked for, ISO 8601. */
  readonly createdAt: string
}

/** What a step knows while it is planned. */
export interface PlanContext<Input, Needs extends keyof StepPorts = never> {
  readonly run: RunFacts
  readonly input: Input
  readonly ports: Pick<StepPorts, Needs>
  /** What the starter may read. */
  readonly limits: Limits
  readonly log: Logger
  /** Aborted at the deadline of the step, within a second when the run is cancelled or over, and when the process stops. */
  readonly signal: AbortSignal
  /** What an item of an earlier step made; undefined where it made nothing. */
  artifact<S extends z.ZodType>(step: string, schema: S, item?: number): Promise<z.output<S> | undefined>
  /** What all items of an earlier step made, in their order; items that failed are left out. */
  artifacts<S extends z.ZodType>(step: string, schema: S): AsyncGenerator<{ item: number; artifact: z.output<S> }>
  /** The present time, as an ISO string. */
  now(): string
}

export interface StepContext<Input, Needs extends keyof StepPorts = never> extends PlanContext<Input, Needs> {
  /** From 1; grows with each try of this item by this process. */
  readonly attempt: number
  /** Shows how far the item is; at most twice a second, and for people only. */
  progress(done: number, total: number, unit?: string): void
  /**
   * What `make` gave the first time that it was asked for under this key in this run: kept over deaths, redeliveries and retries, so that
   * it is paid for once. Of two at the same moment both make it, and one is kept.
   */
  once<S extends z.ZodType>(key: string, schema: S, make: () => Promise<z.input<S>>): Promise<z.output<S>>
  /**
   * What a person decided under this key. Where nobody has yet, the handler ends here, the run is `waiting` and shows `about`; the item
   * is worked on from its beginning once it is decided.
   */
  decision<S extends z.ZodType>(key: string, schema: S, about: unknown): Promise<z.output<S>>
  /** The same promise; the deadline of the step does not count the time until it settles. */
  uncounted<T>(wait: Promise<T>): Promise<T>
}

export interface StepDefinition<Input, Needs extends keyof StepPorts = never> {
  readonly name: string
  /** Steps that have to be over first; the one before it in the list when absent. */
  readonly after?: readonly string[]
  readonly needs: readonly Needs[]
  readonly retry: RetryPolicy
  /** Deadline of one try of one item. */
  readonly timeoutMs: number
  /** Bounds what runs at the same time in a process, in all runs together. */
  readonly lane?: Lane
  /** Bounds calls of its model in the same way: a place is held for a call alone, not for what is done before it and behind it. */
  readonly callLane?: Lane
  /** end: the run fails with the first item that fails. go-on: what stands after it sees what there is. */
  readonly onFail: 'end' | 'go-on'
  /** Why the step is not needed; undefined when it is. */
  readonly skip?: (ctx: PlanContext<Input, Needs>) => Promise<string | undefined> | string | undefined
  /** How many items there are; one when absent. What stands after the step begins when all are over. */
  readonly items?: (ctx: PlanContext<Input, Needs>) => Promise<number> | number
  /** As `items`, where the input alone says it: it is known when the run is accepted, and nobody has to find out first. */
  readonly counts?: (input: Input) => number
  /** Gives the artifact of the item: JSON; within a `SkippedItem` where there was nothing to do. Throw WorkError to say whether another try helps. */
  readonly handle: (ctx: StepContext<Input, Needs>, item: number) => Promise<unknown>
}

/** What people call a kind of run and its steps. */
export interface RunWords {
  readonly kind: string
  /** By their names. */
  readonly steps: Readonly<Record<string, string>>
}

/** A step whose types have been checked and forgotten. */
export type Step = StepDefinition<never, keyof StepPorts>

export interface RunDefinition<Input extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> {
  /** As in `runKinds` (schemas/run.ts). */
  readonly kind: string
  /** Of a kind without them the names in the code are shown. */
  readonly words?: RunWords
  readonly input: Input
  /** Of the last step in the list: what it makes is the run's result. */
  readonly result: Result
  readonly steps: readonly Step[]
  /** Where its steps are worked on, as with a consumer; `worker` when absent. */
  readonly runs?: 'edge' | 'worker'
  /** From the beginning of an epoch to its end. */
  readonly deadlineMs: number
  /** How long an ended run can be read. */
  readonly keepMs: number
  /** What one run at a time may be about; runs of other subjects go side by side. */
  subject?(input: z.output<Input>): string
  /** What becomes of a run whose subject is busy. `queue` when absent. */
  readonly whenBusy?: 'queue' | 'replace' | 'refuse'
  /** What the run is about, for people: its question, the name of its file. Cut to a line. */
  title?(input: z.output<Input>): string
  /** The run in the family's own words. */
  readonly show?: (entity: RunEntity) => unknown
}

/** A kind of run: the definition and the event that has its steps worked on. */
export interface Run<Input extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> extends RunDefinition<Input, Result> {
  readonly work: StepWorkEvent
}

/** What a handler gives for an item that there was nothing to do for: it counts as skipped, and what it made is kept all the same. */
export class SkippedItem {
  readonly made: unknown
  constructor(made: unknown) {
    this.made = made
  }
}

/** Checks a step's types. */
export function defineStep<Input, const Needs extends keyof StepPorts = never>(definition: StepDefinition<Input, Needs>): Step {
  return definition as unknown as Step
}

/** Checks a kind of run. Throws when its steps have no order, or one name twice. */
export function defineRun<Input extends z.ZodType, Result extends z.ZodType>(definition: RunDefinition<Input, Result>): Run<Input, Result> {
  const names = definition.steps.map((s) => s.name)
  if (names.length === 0) throw new Error(`${definition.kind}: a run has at least one step`)
  for (const [i, name] of names.entries()) {
    if (names.indexOf(name) !== i) throw new Error(`${definition.kind}: two steps are named ${name}`)
    const stranger = afterOf(definition, i).find((before) => !names.slice(0, i).includes(before))
    if (stranger !== undefined) throw new Error(`${definition.kind}: ${name} stands after ${stranger}, which is no step before it`)
  }
  if (definition.steps.at(-1)?.items || definition.steps.at(-1)?.counts)
    throw new Error(`${definition.kind}: the last step makes the result and has one item`)
  return { ...definition, work: stepWork(definition.kind) }
}

/** The steps that have to be over before the i-th. */
export const afterOf = ({ steps }: Pick<RunDefinition, 'steps'>, i: number): readonly string[] =>
  steps[i]?.after ?? steps.slice(Math.max(0, i - 1), i).map((s) => s.name)
