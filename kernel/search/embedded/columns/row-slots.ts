/** The slot of each searchable row. */
export interface RowSlots {
  get(row: number): number | undefined
  set(row: number, slot: number): void
  delete(row: number): void
}

/** Rows of one page. */
const PAGE = 1024

interface Page {
  readonly slots: Int32Array
  used: number
}

/**
 * Row numbers only grow and a document's follow each other, so that pages of an array hold them in 4 bytes each, and a text query, whose
 * rows come in ascending order, reads them from one page after the other. A page without rows is given back.
 */
export function createRowSlots(): RowSlots {
  const pages = new Map<number, Page>()
  let last = -1
  let page: Page | undefined
  const open = (row: number): Page | undefined => {
    const number = Math.floor(row / PAGE)
    if (number !== last) {
      last = number
      page = pages.get(number)
    }
    return page
  }
  const create = (): Page => {
    page = { slots: new Int32Array(PAGE).fill(-1), used: 0 }
    pages.set(last, page)
    return page
  }
  return {
    get(row) {
      const slot = open(row)?.slots[row % PAGE]
      return slot === undefined || slot < 0 ? undefined : slot
    },
    set(row, slot) {
      const at = open(row) ?? create()
      if (at.slots[row % PAGE]! < 0) at.used++
      at.slots[row % PAGE] = slot
    },
    delete(row) {
      const at = open(row)
      if (!at || at.slots[row % PAGE]! < 0) return
      at.slots[row % PAGE] = -1
      if (--at.used > 0) return
      pages.delete(last)
      page = undefined
    },
  }
}
