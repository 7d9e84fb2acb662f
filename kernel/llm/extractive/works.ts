import { unknownWords } from './question/unknown-words.ts'
import { readPassages } from './reading.ts'

/** All that holds a question against passages: pure, of plain data, so that a thread can do it. */
export const works = { readPassages, unknownWords }
export type ReadingWorks = typeof works
