import type { ToolContext } from './define-tool.ts'

type Known = Pick<ToolContext, 'edge' | 'caller' | 'cause' | 'log'>
type Made = 'ports' | 'search' | 'signal'

/**
 * A tool's context of which each costly part is made when it is first asked for: many tools need only some of them. Its getters stand on a
 * prototype, because those of an object of its own are made anew each time, so they are not copied by a spread.
 */
export class LazyContext implements ToolContext {
  readonly edge: ToolContext['edge']
  readonly caller: ToolContext['caller']
  readonly cause: ToolContext['cause']
  readonly log: ToolContext['log']
  readonly #make: { readonly [K in Made]: () => ToolContext[K] }
  #ports: ToolContext['ports'] | undefined
  #search: ToolContext['search'] | undefined
  #signal: ToolContext['signal'] | undefined

  constructor({ edge, caller, cause, log }: Known, make: { readonly [K in Made]: () => ToolContext[K] }) {
    this.edge = edge
    this.caller = caller
    this.cause = cause
    this.log = log
    this.#make = make
  }

  get ports(): ToolContext['ports'] {
    this.#ports ??= this.#make.ports()
    return this.#ports
  }

  get search(): ToolContext['search'] {
    this.#search ??= this.#make.search()
    return this.#search
  }

  get signal(): ToolContext['signal'] {
    this.#signal ??= this.#make.signal()
    return this.#signal
  }
}

/** Everything of a context, to be taken over with a cause and a signal of its own. */
export const contextOf = ({ edge, caller, cause, log, ports, search, signal }: ToolContext): ToolContext => ({
  ...{ edge, caller, cause, log, ports, search, signal },
})
