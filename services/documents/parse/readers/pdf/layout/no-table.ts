const INTEGER = /^(?:\d{1,4}|[ivxlc]{1,7})$/i
const CODE = /[{};,]$|^(?:\/\/|#include\b|@\w)|:=|==|\/\/|\w\(.*\)|\w\[.*\]/
/** An address of machine code, or a place in an ASN.1 value as its printers tell it. */
const ADDRESSED = /^(?:0x)?[\da-f]{5,16}: |^\d+: ?d=\d+ hl=|^\d+ [\dA-F]{2} +\d+: /i
/** Bytes of a dump, mostly behind their address. */
const BYTES = /^(?:(?:0x)?[\da-f]{4,16}:? )?(?:[\da-f]{2}){1,4}(?: (?:[\da-f]{2}){1,4}){3,}(?= |$)/i

type Grid = readonly (readonly string[])[]

/** Whether what stands in columns is something else: prose, contents with page numbers, a numbered list, a program or a dump. */
export const isNoTable = (grid: Grid): boolean => isProse(grid) || isContents(grid) || isNumbered(grid) || isListing(grid)

const most = (texts: readonly string[], test: (text: string) => boolean): boolean => texts.filter(test).length * 2 > texts.length
const columnOf = (grid: Grid, c: number): string[] => grid.map((row) => row[c] ?? '').filter(Boolean)

/** Two columns or more of running text: cells of several words in lower case that go on from row to row. */
function isProse(grid: Grid): boolean {
  const width = grid[0]?.length ?? 0
  const running = (text: string) => (text.match(/\p{Ll}+/gu)?.length ?? 0) >= 4
  const goesOnBelow = (texts: readonly string[]) => most(texts.slice(1), (t) => /^[\p{Ll}(,]/u.test(t))
  const columns = Array.from({ length: width }, (_, c) => columnOf(grid, c))
  return columns.filter((texts) => most(texts, running)).length > 1 || columns.some((t) => most(t, running) && goesOnBelow(t))
}

/** Titles and the numbers of their pages, which never fall. */
function isContents(grid: Grid): boolean {
  const [first, second] = [columnOf(grid, 0), columnOf(grid, 1)]
  if (grid[0]?.length !== 2) return false
  const rises = (texts: readonly string[]) => {
    const numbers = texts.filter((t) => /^\d+$/.test(t)).map(Number)
    return most(texts, (t) => INTEGER.test(t)) && numbers.length > 1 && numbers.every((n, i) => i === 0 || n >= numbers[i - 1]!)
  }
  const words = (texts: readonly string[]) => most(texts, (t) => /\p{L}{3}/u.test(t))
  return (rises(second) && words(first)) || (rises(first) && words(second))
}

/** Signs or numbers of lists, and the numbers of lines. */
const isNumbered = (grid: Grid): boolean =>
  grid[0]?.length === 2 && most(columnOf(grid, 0), (t) => /^[^\p{L}\p{N}]{1,2}$|^\(?\w{1,3}[.)]$/u.test(t))

/** Programs, and what programs print of memory and of encoded values. */
function isListing(grid: Grid): boolean {
  const lines = grid.map((row) => row.filter(Boolean).join(' '))
  // Numbers of two digits are no bytes: in those a letter comes soon.
  const isDump = (text: string) => /[a-f]/i.test(BYTES.exec(text)?.[0] ?? '')
  return most(lines, (text) => CODE.test(text) || ADDRESSED.test(text) || isDump(text))
}
