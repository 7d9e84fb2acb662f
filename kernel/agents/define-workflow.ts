import type { z } from 'zod'
import type { Run } from '../runs/define-run.ts'
import type { RunEntity } from '../runs/run-entity.ts'
import { checkNamed, type Named } from './domains.ts'

/**
 * A job that is started by its input and followed as a run. What it does are the steps of `run`, a kind of run that the same service names
 * in its `runs`; what callers send is the run's input.
 */
export interface WorkflowDefinition<Input extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> extends Named {
  readonly run: Run<Input, Result>
  /** Said when it is started. */
  readonly message?: (input: z.output<Input>) => string
  /** The step whose items are counted as progress; the first one with items when absent. */
  readonly counted?: string
  /** The run in the workflow's own words, in place of the usual ones. */
  readonly show?: (entity: RunEntity) => unknown
}

/** A workflow whose types have been checked and forgotten. */
export type Workflow = Omit<WorkflowDefinition, 'run' | 'message'> & { readonly run: Run; readonly message?: (input: unknown) => string }

/** Checks a workflow's types and names. Throws an Error that names what is wrong. */
export function defineWorkflow<Input extends z.ZodType, Result extends z.ZodType>(definition: WorkflowDefinition<Input, Result>): Workflow {
  checkNamed(definition, 'workflow')
  return definition as unknown as Workflow
}
