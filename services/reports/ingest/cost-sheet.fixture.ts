import { utils, write } from 'xlsx'

/** The random numbers of a seed (mulberry32). */
export function uniformOf(seed: number): () => number {
  let s = seed
  return () => {
    s = (s + 0x6d2b79f5) | 0
    let t = Math.imul(s ^ (s >>> 15), 1 | s)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export interface Person {
  id: string
  name: string
  position: string
  pool: string
  salary: number | string
  benefits: number | string
  share: number | string
  period: string
}

export const HEADERS = ['Employee ID', 'Name', 'Position', 'Cost Pool', 'Salary', 'Benefits', 'Federal Share', 'Period']
const KEYS = ['id', 'name', 'position', 'pool', 'salary', 'benefits', 'share', 'period'] as const
const POSITIONS = { Nurse: 18_400, Counselor: 21_250, 'Speech Therapist': 22_900, 'School Psychologist': 26_300, Aide: 9_800 }
const POOLS = ['Direct Services', 'Administrative', 'Targeted Case Management']
const NAMES = ['Ana Núñez', "Pat O'Neil", 'Li Wei', 'Jörg Groß', '=cmd()', 'Ivy Park', 'Zoë "Z" Lee']

/** Employees in whom no rule of severity error or warning finds anything: cents in every amount, benefits of 20 % to 40 %. */
export function cleanStaff(n: number, seed: number, period = '2026-Q1'): Person[] {
  const u = uniformOf(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(u() * list.length)]!
  const cents = (x: number) => Math.round(x * 100) / 100
  const positions = Object.entries(POSITIONS)
  return Array.from({ length: n }, (_, i) => {
    const [position, pay] = positions[i % positions.length]!
    const salary = cents(pay * (0.94 + 0.12 * u()))
    return {
      ...{ id: `K-${seed}-${i + 1}`, name: `${pick(NAMES)} ${i + 1}`, position, pool: pick(POOLS) },
      ...{ salary, benefits: cents(salary * (0.2 + 0.2 * u())), share: pick(['50%', 0.5, '62.5%', '100%', 0.25, '0%']), period },
    }
  })
}

type Grid = (string | number | null)[][]

/** Headers, employees, and a total that is right to the cent; `shift` moves it. */
export function costGrid(people: readonly Person[], shift: { salary?: number; benefits?: number } = {}): Grid {
  const sum = (key: 'salary' | 'benefits') => {
    const cents = people.reduce((s, p) => s + (typeof p[key] === 'number' ? Math.round(p[key] * 100) : 0), 0)
    return (cents + Math.round(100 * (shift[key] ?? 0))) / 100
  }
  const rows = people.map((p) => KEYS.map((key) => (p[key] === '' ? null : p[key])))
  return [HEADERS, ...rows, ['Total', null, null, null, sum('salary'), sum('benefits'), null, null]]
}

/** A workbook of these sheets. */
export function workbookBytes(sheets: Readonly<Record<string, Grid>>): Buffer {
  const book = utils.book_new()
  for (const [name, grid] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(grid), name)
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}
