import { z } from 'zod'
import type { Caller } from '../access/caller.ts'
import type { LimitedSearch } from '../access/limited-search.ts'
import type { Cause } from '../broker/record-of.ts'
import type { EdgeContext } from '../edge-context.ts'
import type { EdgePorts } from '../ports.ts'
import type { Logger } from '../runtime/log.ts'
import { checkNamed, type Named } from './domains.ts'

/** What a tool works with: whoever asks, and nothing that this caller may not have. */
export interface ToolContext {
  readonly ports: EdgePorts
  readonly edge: EdgeContext
  readonly caller: Caller
  /** Of the events that the tool causes. */
  readonly cause: Cause
  /** Aborted at the tool's time limit, and when nobody waits for the result any more. */
  readonly signal: AbortSignal
  readonly log: Logger
  /** What the indexes hold, within the caller's limits. */
  readonly search: LimitedSearch
}

/**
 * Something that agents, workflows, MCP clients and HTTP callers may do, by one implementation. A family adds one in a file of its own
 * folder and names the value in `tools` of its `Service`; routes, registries, manifests, the API's document and MCP follow from it:
 *
 * ```ts
 * // services/mills/tools/stone-wear.ts
 * export const stoneWear = defineTool({
 *   id: 'admin-stone-wear', domain: 'admin', slug: 'stone-wear',
 *   description: 'Tells how worn the stones of a mill are.',
 *   input: z.object({ mill: z.string().min(1).max(100) }).meta({ examples: [{ mill: 'north' }] }),
 *   output: z.object({ wear: z.number() }).meta({ examples: [{ wear: 0.2 }] }),
 *   effect: 'read', timeoutMs: 5_000,
 *   handle: async ({ ports }, { mill }) => ({ wear: await wearOf(ports.database, mill) }),
 * })
 * ```
 *
 * `input` is an object; it and `output` have an example (`.meta({ examples })`), which the API's document shows. `handle` throws ApiError
 * (or WorkError); its words reach the model and the caller, so they name what to do. Input has been checked, and output will be.
 */
export interface ToolDefinition<Input extends z.ZodType, Output extends z.ZodType> extends Named {
  readonly displayName?: string
  readonly input: Input
  readonly output: Output
  /** `write` changes something: an agent that asks for it waits for a person. */
  readonly effect: 'read' | 'write'
  /** Longest time of one call. */
  readonly timeoutMs: number
  /** Who may call it: everyone who may call routes (absent), or holders of ADMIN_ROLE. */
  readonly access?: 'admin'
  /** The HTTP status of a success, where it is not 200: what was accepted and goes on is 202. */
  statusOf?(output: z.output<Output>): number
  handle(ctx: ToolContext, input: z.output<Input>): Promise<z.input<Output>>
}

/** A tool whose types have been checked and forgotten. */
export type Tool = Omit<ToolDefinition<z.ZodType, z.ZodType>, 'handle' | 'statusOf'> & {
  statusOf?(output: unknown): number
  handle(ctx: ToolContext, input: unknown): Promise<unknown>
}

const LONGEST_MS = 600_000

/** Checks a tool's types and names. Throws an Error that names what is wrong. */
export function defineTool<Input extends z.ZodType, Output extends z.ZodType>(definition: ToolDefinition<Input, Output>): Tool {
  const { id, input, timeoutMs } = definition
  checkNamed(definition, 'tool')
  if (inputSchemaOf({ input }).type !== 'object') throw new Error(`tool ${id}: its input is no object`)
  if (!(timeoutMs > 0 && timeoutMs <= LONGEST_MS)) throw new Error(`tool ${id}: timeoutMs is 1 to ${LONGEST_MS}`)
  return definition as unknown as Tool
}

/** JSON Schema of what callers send. */
export function inputSchemaOf({ input }: Pick<Tool, 'input'>): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>
  return schema
}
