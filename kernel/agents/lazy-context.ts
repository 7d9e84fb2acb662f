import type { ToolContext } from './define-tool.ts'

type Made = 'cause' | 'ports' | 'search' | 'signal'

/** How the costly parts of a context are made of what it stands for; the same for all, so that a call makes no functions of its own. */
export type MakeContext<Of> = { readonly [Part in Made]: (of: Of) => ToolContext[Part] }

/**
 * A tool's context of which each costly part is made when it is first asked for: many tools need only some of them. Its getters stand on a
 * prototype, because those of an object of its own are made anew each time, so they are not copied by a spread.
 */
export class LazyContext<Of> implements ToolContext {
  readonly edge: ToolContext['edge']
  readonly caller: ToolContext['caller']
  readonly log: ToolContext['log']
  readonly #make: MakeContext<Of>
  readonly #of: Of
  #cause: ToolContext['cause'] | undefined
  #ports: ToolContext['ports'] | undefined
  #search: ToolContext['search'] | undefined
  #signal: ToolContext['signal'] | undefined

  constructor({ edge, caller, log }: Pick<ToolContext, 'edge' | 'caller' | 'log'>, make: MakeContext<Of>, of: Of) {
    this.edge = edge
    this.caller = caller
    this.log = log
    this.#make = make
    this.#of = of
  }

  get cause(): ToolContext['cause'] {
    this.#cause ??= this.#make.cause(this.#of)
    return this.#cause
  }

  get ports(): ToolContext['ports'] {
    this.#ports ??= this.#make.ports(this.#of)
    return this.#ports
  }

  get search(): ToolContext['search'] {
    this.#search ??= this.#make.search(this.#of)
    return this.#search
  }

  get signal(): ToolContext['signal'] {
    this.#signal ??= this.#make.signal(this.#of)
    return this.#signal
  }
}

/** Everything of a context, to be taken over with a cause and a signal of its own. */
export const contextOf = ({ edge, caller, cause, log, ports, search, signal }: ToolContext): ToolContext => ({
  ...{ edge, caller, cause, log, ports, search, signal },
})
