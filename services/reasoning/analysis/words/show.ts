/** A number as a sentence says it: four digits that count. */
export function show(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return '0'
  const rounded = Number(value.toPrecision(4))
  const size = Math.abs(rounded)
  return size >= 1e12 || size < 1e-6 ? rounded.toExponential() : String(rounded)
}

/** A p-value, which nobody needs to the last digit. */
export const showP = (name: string, p: number): string => (p < 0.001 ? `${name} < 0.001` : `${name} = ${show(Number(p.toPrecision(2)))}`)

/** A moment: the day alone where it is midnight. UTC. */
export const showTime = (iso: string): string =>
  iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`

/** An id as texts quote it. */
export const quote = (id: string): string => `"${id}"`
