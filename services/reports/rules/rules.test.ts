import { expect, test } from 'vitest'
import { checkRows, costsOf } from '../cell/do-task.ts'
import { cleanStaff, costGrid, type Person } from '../ingest/cost-sheet.fixture.ts'
import type { Sheet } from '../ingest/workbook.ts'
import { sdacSection } from '../sdac-section.ts'
import { type CostRow, costRowSchema, packRow } from '../stored/cost-row.ts'
import type { Finding } from '../stored/finding.ts'
import { tellFinding } from '../tell/tell-findings.ts'
import type { Checked } from './rule.ts'

const { rules: thresholds } = sdacSection.schema.parse({})
type Grid = (string | number | null)[][]
const sheetOf = (grid: Grid, name = 'Costs'): Sheet => ({
  ...{ name, hidden: false, merges: [] },
  rows: grid.map((cells, i) => ({ row: i + 1, cells })).filter(({ cells }) => cells.some((c) => c !== null)),
})

function check(grid: Grid | Sheet[], over: Partial<Checked> = {}) {
  const sheets = Array.isArray(grid[0]) ? [sheetOf(grid as Grid)] : (grid as Sheet[])
  const { layout, read } = costsOf(sheets, { headers: {} })
  const context = { layout, period: '2026-Q1', previous: undefined, pools: new Map<string, string>(), thresholds, ...over }
  const { findings, summary } = checkRows(read, context)
  return { layout, rows: read.flatMap((r) => r.rows), summary, findings: findings.map((finding) => tellFinding(finding, 'en')) }
}

const problems = (findings: readonly Finding[]) => findings.filter((f) => f.severity !== 'info')
const byId = (rows: readonly CostRow[]) =>
  new Map(rows.map((r) => [r.id!.toLowerCase(), [costRowSchema.parse(JSON.parse(JSON.stringify(packRow(r))))]]))

const SIZES = [20, 20, 25, 30, 40, 50, 60, 75, 90, 110, 140, 180, 230, 300, 400, 550, 800, 1200, 2500, 5000]
test.each(SIZES.map((n, i) => [n, 100 + i]))('a clean report of %i rows (seed %i) has no error and no warning', (n, seed) => {
  const people = cleanStaff(n, seed)
  const { findings, summary, rows } = check(costGrid(people))
  expect(problems(findings)).toEqual([])
  expect(summary.counts).toMatchObject({ error: 0, warning: 0 })
  const cents = people.reduce((s, p) => s + Math.round(Number(p.salary) * 100), 0)
  expect([rows.length, summary.totals.rows, summary.totals.salary]).toEqual([n, n, cents / 100])
  expect(summary.totals.by_pool.reduce((s, p) => s + Math.round(p.salary * 100), 0)).toBe(cents)
})

/** What of an employee is spoiled, by rule, and in which column. `n`: which of the 20 mutants. */
const mutations: Record<string, (p: Person, n: number, first: Person) => [Partial<Person>, column: string]> = {
  missing_value: (_, n) => {
    const key = (['salary', 'benefits', 'id', 'name', 'period', 'share', 'position'] as const)[n % 7]!
    return [{ [key]: '' }, { salary: 'E', benefits: 'F', id: 'A', name: 'B', period: 'H', share: 'G', position: 'C' }[key]]
  },
  malformed_value: (_, n) =>
    (
      [
        [{ salary: 'plenty' }, 'E'],
        [{ benefits: 'n/a' }, 'F'],
        [{ share: 'half' }, 'G'],
        [{ period: '2026-Q7' }, 'H'],
        [{ salary: '12,34,5.6.7' }, 'E'],
        [{ salary: 1e308 }, 'E'],
        [{ share: '-20%' }, 'G'],
        [{ period: 'Q1' }, 'H'],
      ] as [Partial<Person>, string][]
    )[n % 8]!,
  negative_amount: (p, n) =>
    (
      [
        [{ salary: -Number(p.salary) }, 'E'],
        [{ benefits: -5 }, 'F'],
        [{ salary: '(1,200.50)' }, 'E'],
        [{ benefits: '-0.01' }, 'F'],
      ] as [Partial<Person>, string][]
    )[n % 4]!,
  duplicate_employee: (_p, n, first) => [{ id: n % 2 ? first.id.toLowerCase() : first.id }, 'A'],
  federal_share_over_100: (_, n) => [{ share: [`${101 + n}%`, 1.01 + n / 10, 50][n % 3]! }, 'G'],
  benefits_ratio: (p, n) => [{ benefits: Math.round(Number(p.salary) * (n % 2 ? 0.601 + n / 50 : 0.049 - n / 1000) * 100) / 100 }, 'F'],
  position_without_pool: () => [{ pool: '' }, 'D'],
  outlier: (p, n) =>
    n % 2
      ? [{ salary: Number(p.salary) * (3 + n), benefits: Number(p.benefits) * (3 + n) }, 'E']
      : [{ salary: 900_000, benefits: 270_000 }, 'E'],
}

for (const [rule, mutate] of Object.entries(mutations))
  test(`20 mutants of ${rule} are found in their cells, and nothing else is`, () => {
    for (let n = 0; n < 20; n++) {
      const people = cleanStaff(60, 300 + n)
      const at = 3 + ((n * 7) % 55)
      const [change, column] = mutate(people[at]!, n, people[0]!)
      const { findings } = check(costGrid(people.map((p, i) => (i === at ? { ...p, ...change } : p))))
      const cells = findings.filter((f) => f.rule === rule).map((f) => f.cell)
      expect(cells, `mutant ${n}: ${JSON.stringify(change)}`).toContain(`${column}${at + 2}`)
      // A total of what is no amount does not add up either.
      const total = typeof Object.values(change)[0] === 'string' || Object.values(change)[0] === 1e308 ? 62 : 0
      expect(problems(findings).filter((f) => f.row !== at + 2 && f.row !== total)).toEqual([])
    }
  })

test('20 mutants of total_mismatch are found in the cell of the total', () => {
  for (let n = 0; n < 20; n++) {
    const [key, column] = n % 2 ? (['salary', 'E'] as const) : (['benefits', 'F'] as const)
    const shift = (n % 3 ? 1 : -1) * [0.01, 1, 100, 12_345.67, 1e6][n % 5]!
    const { findings } = check(costGrid(cleanStaff(40, 400 + n), { [key]: shift }))
    expect(problems(findings).map((f) => [f.rule, f.cell])).toEqual([['total_mismatch', `${column}42`]])
  }
})

test('20 mutants of quarter_change are found in their cells; changes under the threshold are not', () => {
  for (let n = 0; n < 20; n++) {
    const before = cleanStaff(40, 500 + n, '2025-Q4')
    const previous = byId(check(costGrid(before), { period: '2025-Q4' }).rows)
    const factor = n % 2 ? 1.26 + n / 20 : 0.74 - n / 50
    const now = before.map((p, i) => {
      const f = i === 11 ? factor : i % 2 ? 1.24 : 0.76
      const cents = (x: number | string) => Math.round(Number(x) * f * 100) / 100
      return { ...p, period: '2026-Q1', salary: cents(p.salary), benefits: cents(p.benefits) }
    })
    const { findings } = check(costGrid(now), { previous })
    expect(problems(findings).map((f) => [f.rule, f.cell])).toEqual([
      ['quarter_change', 'E13'],
      ['quarter_change', 'F13'],
    ])
  }
})

test('benefits of 5 % and 60 % are fine', () => {
  const people = cleanStaff(20, 1).map((p, i) => ({ ...p, salary: 50_000, benefits: 50_000 * ([0.05, 0.6][i] ?? 0.3) }))
  expect(problems(check(costGrid(people)).findings)).toEqual([])
})

test('benefits beside a salary of nothing are out of proportion, and what is just outside is told so that it shows', () => {
  const pairs = [
    [0, 200],
    [0, 0],
    [1000, 49.99],
    [1000, 600.01],
    [1000, 80_000],
  ] as const
  const people = cleanStaff(5, 1).map((p, i) => ({ ...p, salary: pairs[i]![0], benefits: pairs[i]![1] }))
  const usual = 'between 5 % and 60 % are usual.'
  expect(problems(check(costGrid(people)).findings).map((f) => [f.rule, f.cell, f.message])).toEqual([
    ['benefits_ratio', 'F2', `There are benefits beside a salary of nothing; ${usual}`],
    ['benefits_ratio', 'F4', `The benefits are 4.999 % of the salary; ${usual}`],
    ['benefits_ratio', 'F5', `The benefits are 60.001 % of the salary; ${usual}`],
    ['benefits_ratio', 'F6', `The benefits are 8,000 % of the salary; ${usual}`],
  ])
})

test('an outlier needs 8 values of its position', () => {
  const rare = (n: number) =>
    check(
      costGrid(
        cleanStaff(n, 5).map((p, i) => ({
          ...p,
          position: 'Rare',
          salary: i ? 40_000 + 100 * i : 400_000,
          benefits: i ? 12_000 : 120_000,
        })),
      ),
    ).findings
  expect(rare(7)).toEqual([])
  expect(rare(8).map((f) => f.cell)).toContain('E2')
})

test('an amount below zero is told once, although it is unlike the others of its position as well', () => {
  const people = cleanStaff(60, 11).map((p, i) => (i === 7 ? { ...p, salary: -5 } : p))
  const { findings } = check(costGrid(people))
  expect(findings.filter((f) => f.cell === 'E9').map((f) => f.rule)).toEqual(['negative_amount'])
})

test('a total after a pool is that pool or what came since the total before', () => {
  const [a, b] = [cleanStaff(5, 1), cleanStaff(5, 2)]
  const grid = (people: Person[], label: string) =>
    costGrid(people)
      .slice(1)
      .map((row) => (row[0] === 'Total' ? [label, ...row.slice(1)] : row))
  const all = costGrid([...a, ...b]).at(-1)!
  const whole = [...costGrid(a).slice(0, 1), ...grid(a, 'Total Direct'), ...grid(b, 'TOTAL'), ['Grand Total', ...all.slice(1)]]
  const { findings, layout } = check(whole)
  expect(problems(findings)).toEqual([])
  expect(layout.sheets[0]).toMatchObject({ rows: 10, total_rows: [7, 13, 14] })
})

test('a duplicate in another sheet is found there', () => {
  const people = cleanStaff(5, 1)
  const { findings } = check([sheetOf(costGrid(people), 'A'), sheetOf(costGrid([people[2]!]), 'B')])
  expect(findings.map((f) => [f.rule, f.sheet, f.cell])).toEqual([['duplicate_employee', 'B', 'A2']])
  expect(findings[0]!.message).toContain('row 4 of the sheet "A"')
})

test('findings are numbered, the gravest first, and of a rule the first thousand are kept', () => {
  const people = cleanStaff(1500, 9).map((p, i) => ({ ...p, name: '', pool: i === 3 ? '' : p.pool }))
  const { findings, summary } = check(costGrid(people))
  expect([summary.counts.error, summary.by_rule.missing_value, summary.by_rule.position_without_pool]).toEqual([1500, 1500, 1])
  expect(findings.filter((f) => f.rule === 'missing_value')).toHaveLength(1000)
  expect(findings.map((f) => f.id).slice(0, 2)).toEqual(['F1', 'F2'])
  const ranks = findings.map((f) => ['error', 'warning', 'info'].indexOf(f.severity))
  expect(ranks).toEqual(ranks.toSorted((x, y) => x - y))
})

test('a workbook of another quarter is warned of, and one of its own is not', () => {
  const grid = costGrid(cleanStaff(20, 7, '2026-Q2'))
  expect(check(grid).summary.warnings).toEqual([
    'This review is of 2026-Q1, but 20 of 20 rows say 2026-Q2. Check that the workbook belongs to this quarter.',
  ])
  expect(check(grid, { period: '2026-Q2' }).summary.warnings).toEqual([])
})

test('a sheet that is no cost report tells what stands where headers would', () => {
  const { layout } = check([
    ['Budget', null],
    ['Account', 'Fund', 'Amount'],
    [1, 2, 3],
  ])
  expect(layout.sheets[0]?.reason).toContain('Headers found: "Account", "Fund", "Amount". Headers missing: Employee ID')
})

test('amounts in findings have their sign', () => {
  const people = cleanStaff(20, 8).map((p, i) => (i === 3 ? { ...p, salary: -1234.5 } : p))
  expect(check(costGrid(people)).findings.find((f) => f.rule === 'negative_amount')?.message).toBe('The salary is negative: -$1,234.50.')
})
