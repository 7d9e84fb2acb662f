/** Whether a line of a document's text is a row of a Markdown table. */
export const isRow = (line) => /^\s*\|.*\|\s*$/.test(line)

/** Whether it is the line between the head of such a table and its body. */
export const isRule = (line) => /^[\s|:-]+$/.test(line)

/** The texts of a row's cells. */
export const cellsOf = (line) =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())
