import type { workStages } from '../../../schemas/document.ts'

/** How long one delivery to a stage may take, in milliseconds: an upload that stands in it for longer has lost its worker. */
export const stageDeadlineMs: Readonly<Record<(typeof workStages)[number], number>> = {
  // Two tries of the pool; the wait for a free child is not counted.
  parsing: 600_000,
  chunking: 300_000,
  embedding: 1_800_000,
  indexing: 900_000,
}
