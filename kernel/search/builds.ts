import type { DocumentKey, IndexedChunk, IndexSpec, SearchIndex, SearchReply, SearchRequest } from './search.ts'

/** One physical form of an index. The live one answers under the index's name; a second one may stand beside it, which no search of the index sees. */
export interface BuildInfo {
  /** `<index>@<number>`: never given twice. */
  readonly name: string
  /** What it is made with where that differs from the platform's settings, as JSON; null: nothing. */
  readonly settings: string | null
  readonly spec: IndexSpec
}

export interface Builds {
  readonly live: BuildInfo
  readonly other: BuildInfo | undefined
}

/** Chunks of a document for one build. */
export interface BuildContents {
  readonly build: string
  readonly chunks: AsyncIterable<readonly IndexedChunk[]>
}

/** A document that the live build shows. */
export interface LiveDocument extends DocumentKey {
  /** A later pass was cancelled: what is visible is older than the epoch. */
  readonly fenced: boolean
  /** The other build shows the same pass of it. */
  readonly agrees: boolean
}

export interface Difference {
  /** Documents that the live build shows, and the other one not, or an older pass of them. */
  readonly missing: number
  /** Documents that only the other one shows. */
  readonly extra: number
  /** Ids of the first few missing ones. */
  readonly sample: readonly string[]
}

/**
 * Two builds of one index side by side. Cancellations, deletions and clearings of the index hold in both in one step; what `replaceDocument`
 * writes becomes visible in both in one step. So whatever the live one shows the other shows too, but for what could not be made for it.
 */
export interface IndexBuilds {
  /** Undefined without the index. */
  of(index: string): Promise<Builds | undefined>
  /** Begins an empty build beside the live one. ApiError conflict where one stands there, not_found without the index. */
  open(index: string, build: { readonly spec: IndexSpec; readonly settings: string | null }): Promise<BuildInfo>
  /** As `SearchIndex.replaceDocument`, with what each build gets. One that is gone meanwhile is left out; WorkError, retryable, where the live one has nothing. */
  replaceDocument(
    index: string,
    document: DocumentKey,
    contents: readonly BuildContents[],
    onProgress?: (written: number) => void,
  ): ReturnType<SearchIndex['replaceDocument']>
  /**
   * Shows in the other build the pass that the live one shows of a document. `stale` and nothing written where the live build shows another
   * one by now, or nothing of it; `gone` where one of the two is not there any more.
   */
  mirror(
    index: string,
    build: string,
    document: DocumentKey,
    chunks: AsyncIterable<readonly IndexedChunk[]>,
  ): Promise<'written' | 'stale' | 'gone'>
  /**
   * Shows in the other build a pass that the live one showed once. `stale` where it has a newer one, or a deletion that came while it was
   * built; `gone` where one of the two is not there any more.
   */
  restore(
    index: string,
    build: string,
    document: DocumentKey,
    chunks: AsyncIterable<readonly IndexedChunk[]>,
  ): Promise<'written' | 'stale' | 'gone'>
  /** Documents of the live build in order of their ids. */
  documents(
    index: string,
    page: { readonly after: string; readonly top: number; readonly lacking?: boolean },
  ): Promise<readonly LiveDocument[]>
  difference(index: string): Promise<Difference>
  count(build: string): Promise<{ documents: number; chunks: number }>
  /**
   * Makes this build the live one, and the live one the other, in one step. False and no change where it lacks documents of the live one or
   * shows others, unless `anyway`; ApiError not_found where it is gone.
   */
  makeLive(build: string, anyway?: boolean): Promise<boolean>
  /** Removes the build that is not live; nothing where it is gone. ApiError conflict for the live one. */
  drop(build: string): Promise<void>
  search(build: string, request: SearchRequest): Promise<SearchReply>
}
