import type { z } from 'zod'
import type { Run } from '../runs/define-run.ts'
import { checkNamed, type Named } from './domains.ts'

/**
 * A job that is started by its input and followed as a run. What it does are the steps of `run`, a kind of run that the same service names
 * in its `runs`; what callers send is the run's input, which has an example (`.meta({ examples })`).
 */
export interface WorkflowDefinition<Input extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> extends Named {
  readonly run: Run<Input, Result>
  /** Said when it is started. */
  readonly message?: (input: z.output<Input>) => string
  /** What its progress counts: the items of a step, each with the id that callers know it by. Absent: the run as one. */
  readonly counted?: { readonly step: string; readonly ids: (input: z.output<Input>) => readonly string[] }
  /** Of the largest body, in bytes, and keys of all its objects together; as of any route when absent. */
  readonly body?: { readonly bytes: number; readonly keys: number }
}

/** A workflow whose types have been checked and forgotten. */
export type Workflow = Omit<WorkflowDefinition, 'run' | 'message' | 'counted'> & {
  readonly run: Run
  readonly message?: (input: unknown) => string
  readonly counted?: { readonly step: string; readonly ids: (input: unknown) => readonly string[] }
}

/** Checks a workflow's types and names. Throws an Error that names what is wrong. */
export function defineWorkflow<Input extends z.ZodType, Result extends z.ZodType>(definition: WorkflowDefinition<Input, Result>): Workflow {
  const { id, run, counted } = definition
  checkNamed(definition, 'workflow')
  if (counted && !run.steps.some(({ name }) => name === counted.step))
    throw new Error(`workflow ${id}: its run has no step ${counted.step}`)
  return definition as unknown as Workflow
}
