import { describe, expect, it } from 'vitest'

interface Item {
  id: string
  label: string
  points: { t: string; v: number }[]
  values: number[]
}
interface Table {
  columns: { role: string }[]
}
interface Modules {
  readNumber(text: string, comma: boolean): number | undefined
  readTime(text: string, dayFirst: boolean): string | undefined
  readTable(text: string): { rows: string[][]; request?: object }
  recognise(rows: string[][]): Table
  toSeries(table: Table): { series: Item[]; datasets: Item[]; left: object }
}
const page = new URL('../../web/pages/reasoning/read-table.js', import.meta.url)
const { readNumber, readTable, readTime, recognise, toSeries } = (await import(page.href)) as Modules

const rolesOf = (text: string) => recognise(readTable(text).rows).columns.map((c) => c.role)
const seriesOf = (text: string) => toSeries(recognise(readTable(text).rows))

describe('numbers and moments as people write them', () => {
  it.each([
    ['1,234.5', false, 1234.5],
    ['1.234,5', true, 1234.5],
    ['3,5', true, 3.5],
    ['12 %', false, 12],
    ['$1,000', false, 1000],
    ['1 234 567', false, 1234567],
    ['-1e-3', false, -0.001],
    ['n/a', false, undefined],
    ['2026-01-05', false, undefined],
  ])('%s', (text, comma, value) => {
    expect(readNumber(text, comma)).toBe(value)
  })

  it.each([
    ['2026-03-01', false, '2026-03-01T00:00:00.000Z'],
    ['2026-03', false, '2026-03-01T00:00:00.000Z'],
    ['2026/3/1 4:05', false, '2026-03-01T04:05:00.000Z'],
    ['2026-03-01T04:05:06+02:00', false, '2026-03-01T02:05:06.000Z'],
    ['3/4/2026', false, '2026-03-04T00:00:00.000Z'],
    ['3/4/2026', true, '2026-04-03T00:00:00.000Z'],
    ['4.3.2026', false, '2026-03-04T00:00:00.000Z'],
    ['31/02/2026', true, undefined],
    ['2026', false, undefined],
  ])('%s', (text, dayFirst, moment) => {
    expect(readTime(text, dayFirst)).toBe(moment)
  })
})

describe('columns', () => {
  it('a date and numbers are series', () => {
    const { series, datasets, left } = seriesOf('day;visits;note\n01.02.2026;1.204,5;a\n02.02.2026;1.300,0;b\n;7,0;b\n03.02.2026;-;c')
    expect(datasets).toEqual([])
    expect(series).toEqual([
      {
        id: 'visits',
        label: 'visits',
        points: [
          { t: '2026-02-01T00:00:00.000Z', v: 1204.5 },
          { t: '2026-02-02T00:00:00.000Z', v: 1300 },
        ],
      },
    ])
    expect(left).toEqual({ noTime: 1, noNumber: 0 })
  })

  it('numbers alone are datasets, with and without a heading', () => {
    expect(seriesOf('height\n1.5\n2.5').datasets).toEqual([{ id: 'height', label: 'height', values: [1.5, 2.5] }])
    expect(seriesOf('1\n2\n3').datasets).toEqual([{ id: 'column 1', label: 'column 1', values: [1, 2, 3] }])
    expect(seriesOf('[4, 5]').datasets[0]?.values).toEqual([4, 5])
  })

  it('a long table is parted by its names where moments come again', () => {
    const { series } = seriesOf('date,city,sales\n2026-01-01,Ulm,1\n2026-01-01,Bonn,2\n2026-01-02,Ulm,3\n2026-01-02,Bonn,4')
    expect(series.map((s) => [s.id, s.points.length])).toEqual([
      ['Ulm', 2],
      ['Bonn', 2],
    ])
    expect(rolesOf('date,city,sales\n2026-01-01,Ulm,1\n2026-01-02,Bonn,2\n2026-01-03,Ulm,2')).toEqual(['time', 'ignore', 'value'])
  })

  it('a day that cannot be a month tells the order of all', () => {
    const { series } = seriesOf('date,x\n3/4/2026,1\n13/4/2026,2')
    expect(series[0]?.points[0]?.t).toBe('2026-04-03T00:00:00.000Z')
  })

  it('years tell the time, and the numbers of rows tell nothing', () => {
    const { series } = seriesOf('year,flow\n1871,1120\n1872,1160\n1873,963')
    expect(series.map(({ points }) => points[0]?.t)).toEqual(['1871-01-01T00:00:00.000Z'])
    expect(rolesOf('flow,tons\n1871,1120\n1872,1160')).toEqual(['value', 'value'])
    expect(rolesOf('index,tons\n0,1120\n1,1160\n2,963')).toEqual(['ignore', 'value'])
  })

  it('names that are one when they are cut stay apart', () => {
    const long = 'x'.repeat(70)
    const { datasets } = seriesOf(`${long}a,${long}b\n1,2\n3,4`)
    expect(new Set(datasets.map((d) => d.id)).size).toBe(2)
  })
})

describe('formats', () => {
  it('quotes, tabs, and JSON of rows and of columns', () => {
    expect(readTable('a,"b ""c"", d"\n1,2').rows).toEqual([
      ['a', 'b "c", d'],
      ['1', '2'],
    ])
    expect(rolesOf('t\tx\n2026-01-01\t1\n2026-01-02\t2')).toEqual(['time', 'value'])
    expect(readTable('[{"t":"2026-01-01","x":1},{"t":"2026-01-02","y":null}]').rows).toEqual([
      ['t', 'x', 'y'],
      ['2026-01-01', '1', ''],
      ['2026-01-02', '', ''],
    ])
    expect(readTable('{"t":["2026-01-01"],"x":[1,2]}').rows[2]).toEqual(['', '2'])
  })

  it('a request of the API passes as it is, and what is neither says why', () => {
    const request = { objective: 'o', datasets: [{ id: 'a', values: [1] }] }
    expect(readTable(JSON.stringify(request))).toEqual({ request })
    expect(() => readTable('{"a":1}')).toThrow('columns as arrays')
    expect(() => readTable('[1,')).toThrow('begins like JSON')
  })
})
