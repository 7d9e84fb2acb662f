import { isPeriod } from '../stored/period.ts'
import type { FaultCode } from '../stored/says.ts'
import { type Cell, plainNumber, shownCell } from './workbook.ts'

/** What a cell came to: a value, nothing, or why it is none. */
export type Read<T> = { readonly value: T } | { readonly value: null; readonly fault?: FaultCode }

/** Larger amounts are slips of a key or a formula gone wrong. */
const MOST_DOLLARS = 1e10
const nothing = { value: null } as const
const fault = (why: FaultCode) => ({ value: null, fault: why }) as const

/** How decimals are written in a column: `,` where that is what its cells show. */
export type DecimalSign = '.' | ','

/** The decimal sign of texts such as `1.234,50`; a point unless they show otherwise. */
export function decimalSignOf(cells: Iterable<Cell | undefined>): DecimalSign {
  let commas = 0
  let points = 0
  for (const cell of cells) {
    if (typeof cell !== 'string') continue
    const text = cell.trim()
    if (/\d,\d{1,2}\s*(?:€|\)|-|%)?\s*$/.test(text) || /\d\.\d{3},\d/.test(text)) commas++
    else if (/\d\.\d{1,2}\s*(?:\)|-|%)?\s*$/.test(text) || /\d,\d{3}/.test(text)) points++
  }
  return commas > points ? ',' : '.'
}

/** The number of a text: grouped by thousands, with a currency, in brackets or with a minus behind where negative. */
export function numberOfText(given: string, sign: DecimalSign): number | undefined {
  let text = given
    .trim()
    .replace(/^(?:US)?\$|^USD|^EUR|^€|(?:USD|EUR|€|\$)$/i, '')
    .trim()
  let negative = false
  const bracketed = /^\((.+)\)$/.exec(text)
  if (bracketed) [negative, text] = [true, bracketed[1]!.trim().replace(/^\$/, '')]
  else if (/^[-−–]/.test(text)) [negative, text] = [true, text.slice(1).trim().replace(/^\$/, '')]
  else if (/[-−]$/.test(text)) [negative, text] = [true, text.slice(0, -1).trim()]
  text = text.replace(/^\+/, '')
  const group = sign === '.' ? ',' : '.'
  const whole = new RegExp(`^\\d{1,3}(?:[\\${group}'\\s\u00a0\u202f]\\d{3})+(?:\\${sign}\\d*)?$`)
  const plain = new RegExp(`^(?:\\d+(?:\\${sign}\\d*)?|\\${sign}\\d+)$`)
  const scientific = /^\d+(?:\.\d+)?e[+-]?\d{1,3}$/i
  if (text.length > 40) return undefined
  if (!scientific.test(text)) {
    if (!whole.test(text) && !plain.test(text)) return undefined
    text = text.replaceAll(new RegExp(`[\\${group}'\\s\u00a0\u202f]`, 'g'), '').replace(sign, '.')
  }
  const value = Number(text)
  return negative ? -value : value
}

/** An amount in dollars. */
export function amountOf(cell: Cell | undefined, factor: number, sign: DecimalSign): Read<number> {
  if (cell === null || cell === undefined) return nothing
  let value: number | undefined
  if (typeof cell === 'number') value = cell
  else if (typeof cell === 'string') {
    if (/^[-–—]$/.test(cell.trim())) return nothing
    value = numberOfText(cell, sign)
    if (value === undefined) return fault('text_for_amount')
  } else if (typeof cell === 'boolean') return fault('no_amount')
  else if ('p' in cell) return fault('percentage_for_amount')
  else if ('d' in cell) return fault('date_for_amount')
  else return fault('formula_error')
  if (!Number.isFinite(value) || Math.abs(value * factor) > MOST_DOLLARS) return fault('too_large')
  return { value: plainNumber(value * factor) }
}

/** A share, 1 for 100 %. `points`: numbers without a percent sign are percent. */
export function shareOf(cell: Cell | undefined, points: boolean, sign: DecimalSign): Read<number> {
  if (cell === null || cell === undefined) return nothing
  let value: number | undefined
  if (typeof cell === 'number') value = points ? cell / 100 : cell
  else if (typeof cell === 'string') {
    const [, text, percent] = /^(.*?)\s*(%|percent)?$/i.exec(cell.trim()) ?? []
    const number = numberOfText(text ?? '', sign) ?? numberOfText(text ?? '', sign === '.' ? ',' : '.')
    if (number !== undefined) value = percent || points ? number / 100 : number
  } else if (typeof cell === 'object' && 'p' in cell) value = cell.p
  else if (typeof cell === 'object' && 'e' in cell) return fault('formula_error')
  if (value === undefined || !Number.isFinite(value)) return fault('no_share')
  if (value < 0) return fault('negative_share')
  if (value > 1e6) return fault('no_share')
  return { value: plainNumber(value) }
}

/** A quarter such as `2026-Q1`. */
export function quarterOf(cell: Cell | undefined): Read<string> {
  const text = shownCell(cell)
  if (text === '') return nothing
  const upper = text.toUpperCase()
  return isPeriod(upper) ? { value: upper } : fault(typeof cell === 'object' && cell && 'd' in cell ? 'date_for_quarter' : 'no_quarter')
}

/** A name or an id. */
export function textOf(cell: Cell | undefined): Read<string> {
  if (typeof cell === 'object' && cell && 'e' in cell) return fault('formula_error')
  const text = shownCell(cell)
  return text === '' ? nothing : { value: text }
}
