/** BM25's constants, as FTS5 and Lucene have them. */
export const K1 = 1.2
export const B = 0.75

/** A word that most chunks hold counts still so much: of a collection about one thing, or of one long table, it tells how often it stands where. */
const LEAST_IDF = 0.2

/** Inverse document frequency (Robertson and Spärck Jones) of a term that `holders` of `chunks` chunks hold. */
export const idfOf = (chunks: number, holders: number): number => Math.max(LEAST_IDF, Math.log((chunks - holders + 0.5) / (holders + 0.5)))
