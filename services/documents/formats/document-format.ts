import type { Reader } from '../parse/blocks/draft-block.ts'

/** Describes a format in docs/reference/formats.md. */
export interface FormatDocs {
  /** Name of the format, with its version where that matters. */
  readonly name: string
  /** What of such a file becomes text. */
  readonly reads: string
  /** What of it does not. */
  readonly skips: string
  /** What a citation names besides the passage. */
  readonly anchor: string
}

/** A kind of file that is read: all that the platform knows of it beside how its reader works. A new one is a file here and its line in `catalog.ts`. */
export interface DocumentFormat {
  /** Lower case, without the dot. */
  readonly extension: string
  /** Other extensions of such files. */
  readonly also?: readonly string[]
  /** Directory inside the storage container for raw files. */
  readonly directory: string
  /** What the first bytes may be, in the words of parse/content-kind.ts. */
  readonly holds: readonly string[]
  /** Of an archive of parts: the folder that tells it from others, and its name for people, with the article. */
  readonly office?: { readonly folder: string; readonly label: string }
  /** Such files may hold others, which become documents of their own. */
  readonly attaches?: true
  /** Such files have text for who recognises it alone: where nothing does, they are kept and not read. */
  readonly recognised?: true
  /** Its pages can be drawn as they look. */
  readonly drawn?: true
  readonly docs: FormatDocs
  /** Loaded when the first such document comes. */
  readonly reader: () => Promise<Reader>
}
