/** Rows as columns of equal width, with a head. */
export function tableOf(head: readonly string[], rows: readonly (readonly unknown[])[], widest = 60): string {
  const cells = [head, ...rows].map((row) =>
    row.map((cell) => {
      // Control characters of a record would move the terminal's cursor.
      const text = String(cell ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')
      return text.length > widest ? `${text.slice(0, widest - 1)}…` : text
    }),
  )
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
