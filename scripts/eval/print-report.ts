import type { Row } from './summarize.ts'

const signed = (x: number, digits: number) => `${x < 0 ? '−' : '+'}${Math.abs(x).toFixed(digits)}`

/** Whether the interval leaves out 0, and then which side it favours. */
function verdict({ difference, better }: Row): string {
  if (!difference || (difference.low <= 0 && difference.high >= 0)) return ''
  return difference.mean > 0 === (better === 'higher') ? 'B better' : 'A better'
}

function cellsOf(row: Row): string[] {
  const { name, cases, means, difference, digits } = row
  const cells = [name, String(cases), ...means.map((x) => (x === undefined ? '–' : x.toFixed(digits)))]
  if (means.length < 2) return cells
  if (!difference) return [...cells, '–', '', '']
  const { mean, low, high } = difference
  return [...cells, signed(mean, digits), `[${signed(low, digits)}, ${signed(high, digits)}]`, verdict(row)]
}

/** The rows as a table: names to the left, figures to the right. */
export function reportOf(rows: readonly Row[], labels: readonly string[]): string {
  const two = labels.length > 1
  const head = ['', 'cases', ...(two ? ['A', 'B', 'B − A', '95 % interval', ''] : [labels[0] ?? ''])]
  const table = [head, ...rows.map(cellsOf)]
  const widths = head.map((_, i) => Math.max(...table.map((cells) => cells[i]?.length ?? 0)))
  const lines = table.map((cells) => cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '))
  const legend = two ? [`A: ${labels[0]}`, `B: ${labels[1]}`, ''] : []
  return `${[...legend, ...lines.map((line) => line.trimEnd())].join('\n')}\n`
}
