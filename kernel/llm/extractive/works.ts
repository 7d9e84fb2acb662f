import { readPassages } from './reading.ts'
import { unknownWords } from './unknown-words.ts'

/** All that holds a question against passages: pure, of plain data, so that a thread can do it. */
export const works = { readPassages, unknownWords }
export type ReadingWorks = typeof works
