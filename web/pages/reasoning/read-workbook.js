const TEXT = new TextDecoder()
/** Of what a sheet may unfold to. */
const MOST_BYTES = 100_000_000

/**
 * The rows of a workbook's first sheet that has any (XLSX, ECMA-376), dates as ISO 8601.
 * @param {ArrayBuffer} buffer
 * @returns {Promise<string[][]>}
 */
export async function readWorkbook(buffer) {
  const entries = centralDirectory(new DataView(buffer))
  const xml = async (path) => {
    const entry = entries.get(path)
    return entry && new DOMParser().parseFromString(TEXT.decode(await inflate(buffer, entry)), 'application/xml')
  }
  const workbook = await xml('xl/workbook.xml')
  const relations = await xml('xl/_rels/workbook.xml.rels')
  if (!workbook || !relations) throw new Error('This is no XLSX workbook. Save it as XLSX or CSV.')
  const targets = new Map([...relations.getElementsByTagName('Relationship')].map((r) => [r.getAttribute('Id'), r.getAttribute('Target')]))
  const strings = [...((await xml('xl/sharedStrings.xml'))?.getElementsByTagName('si') ?? [])].map(textOf)
  const dates = dateStyles(await xml('xl/styles.xml'))
  const from1904 = /^(1|true)$/.test(workbook.getElementsByTagName('workbookPr')[0]?.getAttribute('date1904') ?? '')
  for (const sheet of workbook.getElementsByTagName('sheet')) {
    const target = targets.get(sheet.getAttribute('r:id')) ?? ''
    const document = await xml(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    const rows = document ? rowsOf(document, { strings, dates, from1904 }) : []
    if (rows.length) return rows
  }
  throw new Error('No sheet of this workbook has values.')
}

function centralDirectory(view) {
  let end = view.byteLength - 22
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1
  if (end < 0) throw new Error('This is no XLSX workbook: it is not packed as one.')
  const entries = new Map()
  let at = view.getUint32(end + 16, true)
  for (let n = view.getUint16(end + 10, true); n > 0; n--) {
    const length = (offset) => view.getUint16(at + offset, true)
    const name = TEXT.decode(new Uint8Array(view.buffer, at + 46, length(28)))
    entries.set(name, {
      method: length(10),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      start: view.getUint32(at + 42, true),
    })
    at += 46 + length(28) + length(30) + length(32)
  }
  return entries
}

async function inflate(buffer, { method, packed, size, start }) {
  if (size > MOST_BYTES) throw new Error('A sheet of this workbook is too large for a browser. Save what matters as CSV.')
  const view = new DataView(buffer)
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
  const bytes = new Uint8Array(buffer, from, packed)
  if (method === 0) return bytes
  const pieces = []
  let total = 0
  for await (const piece of new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))) {
    total += piece.byteLength
    if (total > MOST_BYTES) throw new Error('A sheet of this workbook is too large for a browser. Save what matters as CSV.')
    pieces.push(piece)
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

const textOf = (node) => [...node.getElementsByTagName('t')].map((t) => t.textContent).join('')

/** Which styles of cells show a date: the built-in formats 14 to 22 and 45 to 47, and own ones with a year or a day. */
function dateStyles(styles) {
  const own = new Map(
    [...(styles?.getElementsByTagName('numFmt') ?? [])].map((f) => [f.getAttribute('numFmtId'), f.getAttribute('formatCode')]),
  )
  const isDate = (id) =>
    (id >= 14 && id <= 22) || (id >= 45 && id <= 47) || /[yd]/i.test((own.get(String(id)) ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))
  return [...(styles?.getElementsByTagName('cellXfs')[0]?.getElementsByTagName('xf') ?? [])].map((xf) =>
    isDate(Number(xf.getAttribute('numFmtId'))),
  )
}

const columnOf = (reference) => [...reference.replace(/\d+$/, '')].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) - 1

function rowsOf(sheet, { strings, dates, from1904 }) {
  const rows = []
  for (const row of sheet.getElementsByTagName('row')) {
    const cells = []
    for (const c of row.getElementsByTagName('c')) {
      const value = c.getElementsByTagName('v')[0]?.textContent ?? ''
      const type = c.getAttribute('t')
      const text =
        type === 's'
          ? (strings[Number(value)] ?? '')
          : type === 'inlineStr'
            ? textOf(c)
            : value && !type && dates[Number(c.getAttribute('s') ?? 0)]
              ? dateOf(Number(value), from1904)
              : value
      cells[columnOf(c.getAttribute('r') ?? '') >= 0 ? columnOf(c.getAttribute('r')) : cells.length] = text.trim()
    }
    const full = Array.from(cells, (text) => text ?? '')
    if (full.some(Boolean)) rows.push(full)
  }
  return rows
}

/** Days since 1899-12-30 (or 1904-01-01) as ISO 8601. */
const dateOf = (days, from1904) => new Date(Math.round((days - (from1904 ? 24_107 : 25_569)) * 86_400) * 1000).toISOString()
