/** Sandboxed Jinja-style rendering, for system prompts and response templates. */
export interface RenderedTemplate {
  readonly text: string
  /** Names of the given variables that the template reads, sorted. */
  readonly used: readonly string[]
}

export interface Templates {
  /**
   * ApiError invalid_request with `details: {line, column}` when the template does not parse or fails, and without a position when it
   * runs over 200 ms of processor time or 1 MB of output.
   */
  render(template: string, variables: Readonly<Record<string, unknown>>): Promise<RenderedTemplate>
  /** Parses alone. ApiError invalid_request as `render`, without running anything. */
  check(template: string): Promise<void>
  close(): Promise<void>
}
