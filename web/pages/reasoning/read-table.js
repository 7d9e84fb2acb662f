/**
 * What was pasted or dropped, as rows of cells: CSV with comma, semicolon, tab or bar (RFC 4180 quotes), or JSON as an array of objects or an
 * object of arrays. A request of the API passes as it is, as `{ request }`.
 * @param {string} text
 * @returns {{ rows: string[][] } | { request: object }}
 */
export function readTable(text) {
  const plain = text.replace(/^\uFEFF/, '').trim()
  if (/^[[{]/.test(plain)) return readJson(plain)
  return { rows: readCsv(plain) }
}

function readJson(text) {
  let value
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`This begins like JSON, but it is not: ${error.message}`)
  }
  if (Array.isArray(value)) {
    if (value.every((v) => typeof v === 'number')) return { rows: [['values'], ...value.map((v) => [String(v)])] }
    if (!value.every((v) => v !== null && typeof v === 'object'))
      throw new Error('A JSON array has to hold objects, one a row, or numbers.')
    const names = [...new Set(value.flatMap((row) => Object.keys(row)))]
    return { rows: [names, ...value.map((row) => names.map((name) => cell(row[name])))] }
  }
  if (Array.isArray(value.series) || Array.isArray(value.datasets)) return { request: value }
  const columns = Object.entries(value).filter(([, v]) => Array.isArray(v))
  if (!columns.length) throw new Error('A JSON object has to hold columns as arrays, or `series` and `datasets` as the API takes them.')
  const length = Math.max(...columns.map(([, v]) => v.length))
  return { rows: [columns.map(([name]) => name), ...Array.from({ length }, (_, i) => columns.map(([, v]) => cell(v[i])))] }
}

const cell = (value) => (value === null || value === undefined ? '' : String(value))

/** The sign that parts the first lines into the same number of cells, more than one; the comma when none does. */
function delimiterOf(text) {
  const lines = text.split(/\r?\n/).slice(0, 20).filter(Boolean)
  const counts = (sign) => lines.map((line) => line.replace(/"[^"]*"/g, '').split(sign).length)
  return ['\t', ';', '|', ','].find((sign) => counts(sign).every((n, _, all) => n > 1 && n === all[0])) ?? ','
}

function readCsv(text) {
  const sign = delimiterOf(text)
  const rows = [['']]
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const row = rows.at(-1)
    const c = text[i]
    if (quoted) {
      if (c !== '"') row[row.length - 1] += c
      else if (text[i + 1] === '"') row[row.length - 1] += text[i++]
      else quoted = false
    } else if (c === '"' && row.at(-1).trim() === '') {
      row[row.length - 1] = ''
      quoted = true
    } else if (c === sign) row.push('')
    else if (c === '\n') rows.push([''])
    else if (c !== '\r') row[row.length - 1] += c
  }
  return rows.map((row) => row.map((value) => value.trim())).filter((row) => row.some(Boolean))
}

/** A number as people write it; undefined when it is none. With `comma`, the comma is the decimal sign. */
export function readNumber(text, comma = false) {
  const bare = text.replace(/[\s\u00A0\u202F'’]|^[$€£]|[$€£%]$/g, '')
  const english = comma ? bare.replaceAll('.', '').replace(',', '.') : bare.replace(/,(?=\d{3}(\D|$))/g, '')
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(english) ? Number(english) : undefined
}

const TIME = String.raw`(?:[T ](\d{1,2}):(\d\d)(?::(\d\d(?:\.\d+)?))?\s*(Z|[-+]\d\d:?\d\d)?)?`
const ISO = new RegExp(`^(\\d{4})[-/.](\\d{1,2})(?:[-/.](\\d{1,2}))?${TIME}$`)
const LOCAL = new RegExp(`^(\\d{1,2})([./-])(\\d{1,2})[./-](\\d{4})${TIME}$`)

const YEAR = /^[12]\d{3}$/

/** A moment as ISO 8601, UTC where no zone is said; undefined when it is none. `dayFirst` decides 3/4/2026. */
export function readTime(text, dayFirst = false) {
  const iso = ISO.exec(text)
  if (iso) return moment(iso[1], iso[2], iso[3] ?? '1', iso.slice(4))
  const local = LOCAL.exec(text)
  if (!local) return undefined
  const [, first, sign, second, year] = local
  return sign === '.' || dayFirst ? moment(year, second, first, local.slice(5)) : moment(year, first, second, local.slice(5))
}

function moment(year, month, day, [hours = '0', minutes = '00', seconds = '00', zone = 'Z']) {
  const two = (value) => value.padStart(2, '0')
  const at = zone === 'Z' ? 'Z' : zone.replace(/^(...):?/, '$1:')
  const text = `${year}-${two(month)}-${two(day)}T${two(hours)}:${minutes}:${two(seconds)}${at}`
  const ms = Date.parse(text)
  // A 31st of February would roll over.
  return Number.isNaN(ms) || new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== Number(day) ? undefined : new Date(ms).toISOString()
}

const MOSTLY = 0.8
/** How people say that there is no value. */
const NOTHING = /^(?:[-–—.?]+|n\/?a|nan|null|none|#n\/a)?$/i
/** Names of a long table's series, at most. */
const MOST_NAMES = 100

/** Years that grow from row to row, under a name of time. */
const areYears = (name, values) =>
  /year|date|time|jahr|ann[ée]e/i.test(name) &&
  values.length > 1 &&
  values.every((v, i) => YEAR.test(v) && (i === 0 || Number(v) >= Number(values[i - 1])))

/** The numbers of the rows. */
const isCount = (name, values) =>
  /^(|#|index|id|row|no\.?|nr\.?|time|step)$/i.test(name.trim()) &&
  values.length > 2 &&
  values.every((v, i) => /^\d+$/.test(v) && Number(v) === Number(values[0]) + i) &&
  Number(values[0]) <= 1

/**
 * What each column is: `time`, `value`, `name` (whose series the row is of) or `ignore`, with the reading of its numbers and dates.
 * @param {string[][]} rows the first is the heading, unless it holds values already
 */
export function recognise(rows) {
  const width = Math.max(...rows.map((row) => row.length))
  const isHeading = rows.length > 1 && !rows[0].some((value) => readNumber(value) !== undefined || readTime(value))
  const body = isHeading ? rows.slice(1) : rows
  const columns = Array.from({ length: width }, (_, i) => {
    const values = body.map((row) => row[i] ?? '').filter((value) => !NOTHING.test(value))
    const share = (test) => (values.length ? values.filter(test).length / values.length : 0)
    const comma =
      share((v) => /^[-+]?[\d.]*,\d+\s*[€%]?$/.test(v) && readNumber(v, true) !== undefined && !/^[-+]?\d{1,3}(,\d{3})+$/.test(v)) > 0.5
    const dayFirst = values.some((v) => Number(LOCAL.exec(v)?.[1]) > 12)
    const asTime = share((v) => readTime(v, dayFirst) !== undefined)
    const asNumber = share((v) => readNumber(v, comma) !== undefined)
    const names = new Set(values).size
    const name = (isHeading && rows[0][i]) || `column ${i + 1}`
    const role =
      asTime >= MOSTLY || areYears(name, values)
        ? 'time'
        : width > 1 && isCount(name, values)
          ? 'ignore'
          : asNumber >= MOSTLY
            ? 'value'
            : names > 1 && names <= MOST_NAMES && names < values.length
              ? 'name'
              : 'ignore'
    return { name, role, comma, dayFirst, example: values[0] ?? '' }
  })
  // One column tells the time; a name parts rows only where moments come again.
  const time = columns.findIndex((c) => c.role === 'time')
  const moments = time < 0 ? [] : body.map((row) => row[time]).filter(Boolean)
  const comesAgain = new Set(moments).size < moments.length
  let named = false
  for (const [i, column] of columns.entries()) {
    if (column.role === 'time' && i !== time) column.role = 'ignore'
    if (column.role === 'name' && (named || !comesAgain)) column.role = 'ignore'
    named ||= column.role === 'name'
  }
  return { columns, body }
}

/**
 * The API's `series` and `datasets` of a table, with what was left out.
 * @param {{ columns: { name: string, role: string, comma: boolean, dayFirst: boolean }[], body: string[][] }} table
 */
export function toSeries({ columns, body }) {
  const time = columns.findIndex((c) => c.role === 'time')
  const naming = columns.findIndex((c) => c.role === 'name')
  const values = columns.flatMap((column, i) => (column.role === 'value' ? [{ ...column, i }] : []))
  const found = new Map()
  const left = { noTime: 0, noNumber: 0 }
  for (const row of body) {
    const t = time < 0 ? undefined : timeOf(row[time] ?? '', columns[time].dayFirst)
    if (time >= 0 && !t) {
      left.noTime += 1
      continue
    }
    for (const column of values) {
      const text = row[column.i] ?? ''
      const v = readNumber(text, column.comma)
      if (v === undefined) {
        if (!NOTHING.test(text)) left.noNumber += 1
        continue
      }
      const label = naming < 0 ? column.name : values.length === 1 ? row[naming] || '(no name)' : `${row[naming]} ${column.name}`
      const of = found.get(label) ?? []
      found.set(label, of)
      of.push(t ? { t, v } : v)
    }
  }
  const items = [...found].map(([label, of], n) => ({ id: idOf(label, n, found), label, [time < 0 ? 'values' : 'points']: of }))
  return { series: time < 0 ? [] : items, datasets: time < 0 ? items : [], left }
}

/** In a column of time a year is its first day. */
const timeOf = (text, dayFirst) => readTime(YEAR.test(text) ? `${text}-01-01` : text, dayFirst)

/** The label as an id; where two would be one, with its place. */
function idOf(label, n, all) {
  const short = (text) => text.slice(0, 60)
  return [...all.keys()].filter((other) => short(other) === short(label)).length > 1 ? `${short(label)} ${n + 1}` : short(label)
}
