/** Points by time, one a moment; tells what it had to do. */
export function tidy(t: Float64Array, v: Float64Array): { t: Float64Array; v: Float64Array; notes: string[] } {
  const notes: string[] = []
  const sorted = sortByTime(t, v, notes)
  return averageEqual(sorted.t, sorted.v, notes)
}

function sortByTime(t: Float64Array, v: Float64Array, notes: string[]) {
  let late = 0
  for (let i = 1; i < t.length; i++) if (t[i]! < t[i - 1]!) late++
  if (late === 0) return { t, v }
  notes.push(`The points were not in the order of time (${late} earlier than the one in front); they were sorted.`)
  // By value among equal times, so that the order they came in makes no difference.
  const order = Uint32Array.from({ length: t.length }, (_, i) => i).sort((a, b) => t[a]! - t[b]! || v[a]! - v[b]!)
  return { t: Float64Array.from(order, (i) => t[i]!), v: Float64Array.from(order, (i) => v[i]!) }
}

function averageEqual(t: Float64Array, v: Float64Array, notes: string[]) {
  const [times, values]: [number[], number[]] = [[], []]
  for (let i = 0; i < t.length; ) {
    let [sum, n] = [0, 0]
    const at = t[i]!
    for (; i < t.length && t[i] === at; i++, n++) sum += v[i]!
    times.push(at)
    values.push(sum / n)
  }
  if (times.length === t.length) return { t, v, notes }
  const again = t.length - times.length
  notes.push(
    `${again} ${again === 1 ? 'point' : 'points'} had the time of another one, to the millisecond; points of equal times were averaged.`,
  )
  return { t: Float64Array.from(times), v: Float64Array.from(values), notes }
}
