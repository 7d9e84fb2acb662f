/** What no end of a sentence closes and what is short enough to be a label or its value. */
export const LABEL = 90
export const TERMINAL = /[.!?。！？…;]["'”’)\]]*(?:\[\d+\])*\s*$/u

interface Line {
  readonly text: string
  readonly row: boolean
  readonly item: boolean
}

/** A line that is a number with its unit at most. */
export const isFigure = ({ text }: Line): boolean => /^[^\p{L}]*\d[\d.,\s]*[^\p{L}\d]*(?:\p{L}{1,8}\.?)?$/u.test(text)

/** "Total 1,204 88 17": a row with its own name, in a table that the text does not show as one. */
export const isLineOfTable = ({ text }: Line): boolean => /^\p{L}.*(?:\s[-–]?\d[\d.,]*%?){2,}$/u.test(text)

/** "44 Business Overview": a page's number and what stands on it. */
export const isOfContents = ({ text }: Line): boolean => /^\d{1,3} \p{Lu}\p{L}+/u.test(text)

export const isLabel = ({ text, item, row }: Line): boolean =>
  !row && !item && text.length < LABEL && !TERMINAL.test(text) && !isRecord(text) && !HEADER.test(text)

/** Lines of a message's header; the first says who wrote it. */
export const SENDER = /^(?:from|von|de): \S/i
export const HEADER = /^(?:from|to|cc|date|sent|subject|von|an|datum|gesendet|betreff|de|à|envoyé|objet|para|fecha|enviado|asunto): \S/i

/** A line of a log, or the fields of a record one below the other: it has nothing to do with its neighbour. */
export const isRecord = (text: string): boolean => STAMPED.test(text) || (text.match(FIELD) ?? []).length > 1
const STAMPED = /^\[?(?:\d{4}-\d\d-\d\d[T ]\d|\p{Lu}\p{Ll}\p{Ll} [ \d]\d \d\d:\d\d:)/u
const FIELD = /^[\p{L}_][\p{L}\d_. -]{0,40}: \S/gmu
