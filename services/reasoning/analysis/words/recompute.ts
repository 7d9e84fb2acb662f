import { align } from '../correlation/align.ts'
import { mean, pearson } from '../numbers/moments.ts'
import { median } from '../numbers/order.ts'
import type { Subject } from '../series/item.ts'
import type { Claim } from './claim.ts'

/** Why a claim does not follow from the reply and the data; null where it does. */
export function recompute(claim: Claim, reply: unknown, subject: Subject): string | null {
  for (const { path, value } of claim.references) {
    const there = at(reply, path)
    if (there !== value) return `${path} is ${String(there)}, not ${value}`
  }
  return fromData(claim, reply, subject)
}

const at = (reply: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), reply)

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

/** What can be had from the data by a way of its own is. */
function fromData({ kind, about, references, direction, t }: Claim, reply: unknown, { series, datasets }: Subject): string | null {
  const own = series.find(({ id }) => id === about[0])
  const [first, second] = references
  switch (kind) {
    case 'change': {
      if (!own || !first || !second || t === null) return null
      const path = first.path.split('.').slice(0, -2).join('.')
      const indices = [0, ...(at(reply, path) as readonly { index: number }[]).map(({ index }) => index), own.v.length]
      const place = indices.indexOf(own.t.indexOf(Date.parse(t)), 1)
      if (place < 1) return `nothing changes at ${t}`
      const [before, after] = [mean(own.v, indices[place - 1]!, indices[place]!), mean(own.v, indices[place]!, indices[place + 1]!)]
      return near(before, first.value) && near(after, second.value) ? null : `the means are ${before} and ${after}`
    }
    case 'trend': {
      const way = first && second && second.value < 0.05 ? (first.value > 0 ? 'up' : 'down') : null
      return direction === null || direction === way ? null : 'the slope goes the other way'
    }
    case 'anomaly': {
      const i = own && t !== null ? own.t.indexOf(Date.parse(t)) : -1
      return own && first && (i < 0 || own.v[i] !== first.value) ? `the value at ${t} is ${i < 0 ? 'missing' : own.v[i]}` : null
    }
    case 'correlation': {
      const other = series.find(({ id }) => id === about[1])
      if (!own || !other || !first) return null
      const both = align(own, other)
      const r = pearson(
        Float64Array.from(both.a, (i) => own.v[i]!),
        Float64Array.from(both.b, (i) => other.v[i]!),
      )
      return Math.abs(r - first.value) < 1e-9 ? null : `Pearson's r is ${r}`
    }
    case 'calendar': {
      if (!own || !first || !first.path.endsWith('weekend.mean')) return null
      const weekend = own.v.filter((_, i) => [0, 6].includes(new Date(own.t[i]!).getUTCDay()))
      return near(mean(weekend), first.value) ? null : `the mean of weekends is ${mean(weekend)}`
    }
    case 'difference': {
      const [a, b] = about.map((id) => datasets.find((d) => d.id === id)?.v)
      if (!a || !b || !first) return null
      return near(mean(a) - mean(b), Math.abs(first.value)) ? null : `the means differ by ${mean(a) - mean(b)}`
    }
    case 'extreme': {
      const v = own?.v ?? datasets.find(({ id }) => id === about[0])?.v
      if (!v || !first || !second) return null
      const [high, low] = v.reduce<[number, number]>(([most, least], x) => [Math.max(most, x), Math.min(least, x)], [-Infinity, Infinity])
      return high === first.value && low === second.value ? null : `the values go from ${low} to ${high}`
    }
    case 'outlier': {
      const v = datasets.find(({ id }) => id === about[0])?.v
      if (!v || !first || !second) return null
      return v.includes(first.value) && near(median(v), second.value) ? null : 'the value or the median is another one'
    }
    default:
      return null
  }
}
