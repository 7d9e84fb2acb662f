import type { Readable } from 'node:stream'
import type { ConditionalBlobs } from './conditional.ts'

/** The blob port. Paths are relative, `/`-separated, without `.` or `..` segments. */
export interface BlobInfo {
  readonly path: string
  readonly bytes: number
}

export interface Blobs {
  readonly kind: 'filesystem' | 'azure' | 's3'
  /**
   * Streams to the store; durable and visible at once when it resolves, nothing visible when it rejects. Overwrites. Stores that can
   * tell call `onWritten` with each piece, in order, once they are done with its memory.
   */
  write(path: string, body: Readable | AsyncIterable<Uint8Array> | Uint8Array, onWritten?: (piece: Uint8Array) => void): Promise<BlobInfo>
  /** Rejects with ApiError not_found when absent. */
  read(path: string): Promise<Readable>
  /** A file on this machine with the blob's bytes, for child processes; `dispose` removes it when it was a copy. */
  localFile(path: string): Promise<{ path: string; dispose(): Promise<void> }>
  stat(path: string): Promise<BlobInfo | undefined>
  /** What its uploader noted at the blob (names in lower case), where the store keeps such notes; undefined when the blob is absent. */
  metadata?(path: string): Promise<Readonly<Record<string, string>> | undefined>
  /** No error when absent. */
  remove(path: string): Promise<void>
  /** Removes everything under the folder. */
  removeFolder(prefix: string): Promise<void>
  list(prefix: string): AsyncIterable<BlobInfo>
  /** Address by which people know the blob; it tells nothing of this machine. */
  url(path: string): string
  /** Of the disk that the store lies on, in bytes; absent where the store has none of its own. Undefined where the system does not tell. */
  room?(): Promise<{ readonly free: number; readonly total: number } | undefined>
  /** Rejects when the store does not answer, cannot be written, or its container is not there. */
  ping(): Promise<void>
  /** Makes the container where it is missing. */
  ensureContainer?(): Promise<void>
  /** Where the store can refuse a write whose writer has not seen the latest state. */
  readonly conditional?: ConditionalBlobs
}
