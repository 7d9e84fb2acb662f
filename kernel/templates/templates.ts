/** Sandboxed Jinja-style rendering, for system prompts and response templates. */
export interface RenderedTemplate {
  readonly text: string
  /** Names of the given variables that the template reads, sorted. */
  readonly used: readonly string[]
}

/** Who asks, and for what. */
export interface RenderFor {
  /** Callers take turns. */
  readonly caller?: string | undefined
  /** The template is everyone's, a default prompt: it waits for no template of a caller. */
  readonly everyones?: boolean
}

export interface Templates {
  /**
   * ApiError invalid_request with `details: {line, column}` when the template does not parse or fails, and without a position when it
   * runs over 200 ms of processor time or 1 MB of output; `unavailable` with Retry-After when too many wait to be rendered.
   */
  render(template: string, variables: Readonly<Record<string, unknown>>, asked?: RenderFor): Promise<RenderedTemplate>
  /** Parses alone. ApiError as `render`, without running anything. */
  check(template: string, asked?: RenderFor): Promise<void>
  close(): Promise<void>
}

/** The templates of one caller, whose turns they count as. */
export const templatesFor = (templates: Templates, caller: string | undefined): Templates => ({
  ...templates,
  render: (template, variables, asked) => templates.render(template, variables, { caller, ...asked }),
  check: (template, asked) => templates.check(template, { caller, ...asked }),
})
