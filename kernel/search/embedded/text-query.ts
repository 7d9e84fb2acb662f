/** The terms in FTS5's syntax. Each is a quoted string, so that nothing a user writes is read as an operator. */
export const ftsQuery = (terms: readonly string[], mode: 'any' | 'all' = 'any'): string =>
  terms.map((t) => `"${t.replaceAll('"', '""')}"`).join(mode === 'any' ? ' OR ' : ' AND ')
