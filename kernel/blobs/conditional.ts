/** Small blobs that several writers change: each says what it has read, and none overwrites what it has not seen. */
export interface ConditionalBlobs {
  /**
   * The whole blob with its ETag; `unchanged` where it still has the ETag that is known, undefined when absent.
   * ApiError invalid_request when it is larger than `maxBytes`.
   */
  read(path: string, maxBytes: number, known?: string): Promise<Marked | 'unchanged' | undefined>
  /** Writes where the blob still has the ETag, or is still absent when there is none; the new ETag, or undefined when another was first. */
  write(path: string, bytes: Uint8Array, etag: string | undefined): Promise<string | undefined>
}

export interface Marked {
  readonly bytes: Buffer
  readonly etag: string
}
