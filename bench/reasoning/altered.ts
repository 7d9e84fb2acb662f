import { gaussian, seeded } from '../../services/reasoning/analysis/numbers/random.ts'
import { checkText } from '../../services/reasoning/analysis/words/check-text.ts'
import type { Claim } from '../../services/reasoning/analysis/words/claim.ts'
import { analyse } from '../../services/reasoning/thread/analyse.ts'
import { ar1, daily, subjectOf } from './simulate.ts'

const IDS = ['visits', 'orders', 'errors']
const TURNED: readonly (readonly [RegExp, string])[] = [
  [/\brises\b/, 'falls'],
  [/\bfalls\b/, 'rises'],
  [/\bup to\b/, 'down to'],
  [/\bdown to\b/, 'up to'],
  [/\babove\b/, 'below'],
  [/\bbelow\b/, 'above'],
  [/\bhigher\b/, 'lower'],
  [/\blower\b/, 'higher'],
  [/\bgo together\b/, 'go against each other'],
  [/\bgo against each other\b/, 'go together'],
  [/\bthe same way\b/, 'the other way'],
]

/** Explanations of simulated series in which one number, sign or id is another one; how many were let through, and how many as they were. */
export function alteredExplanations(count: number) {
  const passed: string[] = []
  let [made, whole, wholePassed] = [0, 0, 0]
  for (let seed = 0; made < count; seed++) {
    const uniform = seeded(31_000 + seed)
    const normal = gaussian(uniform)
    const base = ar1(120, 0.3, normal)
    const series = IDS.map((id, k) =>
      daily(
        id,
        base.map(
          (v, i) => 50 + (k === 0 ? v : 0.8 * base[Math.max(0, i - 3)]! + 0.3 * normal()) + (i > 70 ? 5 * (k - 1) : 0) + 0.02 * k * i,
        ),
      ),
    )
    const subject = subjectOf('What happened?', series)
    const temporal = analyse('temporal', subject, {})
    const correlation = analyse('correlation', subject, {})
    const known = { temporal, correlation, pattern: analyse('pattern', subject, {}) } as Parameters<typeof analyse>[2]
    const { claims, text } = analyse('claims', subject, known) as { claims: Claim[]; text: string }
    const lets = (given: string) => checkText(given, claims, IDS).every(({ problem }) => problem === null)
    whole++
    if (lets(text)) wholePassed++
    for (const altered of alterations(text, uniform)) {
      if (made >= count) break
      made++
      if (lets(altered)) passed.push(altered)
    }
  }
  return { made, passed, whole, wholePassed }
}

function alterations(text: string, uniform: () => number): string[] {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(uniform() * list.length)]
  const replaceAt = (at: number, length: number, by: string) => text.slice(0, at) + by + text.slice(at + length)
  const number = pick([...text.matchAll(/(?<![\w"-])\d+\.\d+|(?<![\w"-])\d{2,}(?![\w-])/g)])
  const turned = pick(TURNED.filter(([words]) => words.test(text)))
  const id = pick([...text.matchAll(/"(\w+)"/g)])
  const date = pick([...text.matchAll(/\d{4}-\d\d-\d\d/g)])
  const digit = (d: string) => String((Number(d) + 1 + Math.floor(uniform() * 8)) % 10)
  return [
    number && replaceAt(number.index, number[0].length, number[0].replace(/\d(?=\D*$)/, digit)),
    number && replaceAt(number.index, number[0].length, `-${number[0]}`),
    turned && text.replace(...turned),
    id && replaceAt(id.index, id[0].length, `"${pick(IDS.filter((other) => other !== id[1]))}"`),
    id && replaceAt(id.index, id[0].length, '"revenue"'),
    date && replaceAt(date.index, 10, date[0].replace(/\d$/, digit)),
  ].filter((altered): altered is string => altered !== undefined && altered !== text)
}
