import { availableParallelism } from 'node:os'
import { openApart } from '../../../kernel/runtime/apart/apart.ts'
import type { ReadingWorks } from '../read-bytes.ts'
import type { AnalysisWorks } from './analyse.ts'

/** One core stays for those who answer requests. */
const MOST_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))
const MEMORY_MB = 400

/** Subjects take turns; a subject's runs go to their end in the order of their starts. */
export const analysts = openApart<AnalysisWorks>({
  ...{ works: new URL('./analyse.ts', import.meta.url), most: MOST_THREADS, memoryMb: MEMORY_MB, lowered: true },
  nameOf: (_, [{ analysis }]) => `the analysis ${analysis}`,
})

/** A thread of its own: whoever sends a body does not wait for analyses. */
export const readers = openApart<ReadingWorks>({
  ...{ works: new URL('../read-bytes.ts', import.meta.url), most: 1, memoryMb: MEMORY_MB },
  nameOf: () => 'reading the body',
})
