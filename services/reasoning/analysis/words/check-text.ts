import type { Claim } from './claim.ts'

/** A sentence, and the claim that it says; null where it says nothing that needs one. `problem`: why it cannot stand. */
export interface CheckedSentence {
  readonly text: string
  readonly claim: string | null
  readonly problem: string | null
}

const UP = /\b(rises?|rising|rose|up|upwards?|increas\w+|grow\w*|grew|gains?|higher|above|together|same way|positive\w*|more|climb\w*)\b/gi
const DOWN =
  /\b(falls?|falling|fell|down|downwards?|decreas\w+|declin\w+|drop\w*|lower|below|against|other way|negative\w*|less|fewer|shrink\w*)\b/gi
const NOT = /\b(no|not|none|never|without|neither|nor|cannot|isn't|doesn't|don't)\b/gi
const DATE = /\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?/g
const NUMBER = /(?<![\w.])[-+−]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?/gi
const WORDS_OF_NUMBER =
  /\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|billion|half|twice|double[ds]?|triple[ds]?|percent|quarter)\b/gi
const MOST_TEXT = 20_000

/** What a sentence says, in the order in which it says it. */
interface Said {
  readonly ids: readonly string[]
  readonly dates: readonly string[]
  readonly numbers: readonly string[]
  readonly words: readonly string[]
  readonly up: boolean
  readonly down: boolean
  readonly not: boolean
}

/**
 * Holds each sentence of a text against the claims: every id, number, date, direction and denial in it has to be that of one claim, in
 * its order. So a sentence with another number, another sign or another id stands nowhere.
 */
export function checkText(text: string, claims: readonly Claim[], ids: readonly string[]): CheckedSentence[] {
  if (text.length > MOST_TEXT) return [{ text: text.slice(0, 200), claim: null, problem: `it has more than ${MOST_TEXT} characters` }]
  const names = ids.toSorted((a, b) => b.length - a.length)
  const known = claims.map((claim) => ({ claim, said: saidIn(claim.text, names) }))
  return sentencesOf(text, names).map((sentence) => {
    const said = saidIn(sentence, names)
    const empty = [said.ids, said.dates, said.numbers, said.words].every((list) => list.length === 0) && !said.up && !said.down
    if (empty) return { text: sentence, claim: null, problem: null }
    const match = known.find((k) => follows(said, k.said))
    return {
      text: sentence,
      claim: match?.claim.id ?? null,
      problem: match
        ? null
        : problemOf(
            said,
            known.map((k) => k.said),
          ),
    }
  })
}

function follows(said: Said, claim: Said): boolean {
  if (claim.ids.length > 0 && (said.ids.length !== claim.ids.length || said.ids.some((id, i) => id !== claim.ids[i]))) return false
  if (said.ids.length !== claim.ids.length) return false
  if (said.up && !claim.up) return false
  if (said.down && !claim.down) return false
  if ((claim.up || claim.down) && !said.up && !said.down && said.numbers.length > 0) return false
  if (said.not !== claim.not) return false
  return (
    inOrder(said.numbers, claim.numbers, sameNumber) &&
    inOrder(said.dates, claim.dates, sameDate) &&
    inOrder(said.words, claim.words, (a, b) => a === b)
  )
}

function inOrder(said: readonly string[], claim: readonly string[], same: (a: string, b: string) => boolean): boolean {
  let at = 0
  for (const one of said) {
    while (at < claim.length && !same(one, claim[at]!)) at++
    if (at++ >= claim.length) return false
  }
  return true
}

/** Equal, or the claim's number rounded to no fewer than two digits that count. */
function sameNumber(said: string, claim: string): boolean {
  const [a, b] = [numberIn(said), numberIn(claim)]
  if (a === b) return true
  const digits = said
    .replace(/^[-+−]?0*\.?0*/, '')
    .replace(/e.*$/i, '')
    .replace(/[^\d]/g, '').length
  return digits >= 2 && b !== 0 && Number(b.toPrecision(Math.min(15, digits))) === a
}

const numberIn = (text: string): number => Number(text.replace('−', '-').replaceAll(',', ''))
const sameDate = (said: string, claim: string): boolean =>
  claim
    .replace('T', ' ')
    .startsWith(said.replace('T', ' ').replace(/(:\d\d(\.\d+)?)?Z?$/, (end) => (end.length > 3 ? '' : end.replace('Z', ''))))

function problemOf(said: Said, claims: readonly Said[]): string {
  const stranger = (list: readonly string[], pick: (c: Said) => readonly string[], same: (a: string, b: string) => boolean) =>
    list.find((one) => !claims.some((c) => pick(c).some((other) => same(one, other))))
  const number = stranger(said.numbers, (c) => c.numbers, sameNumber)
  if (number !== undefined) return `the number ${number} was not computed`
  const date = stranger(said.dates, (c) => c.dates, sameDate)
  if (date !== undefined) return `nothing was found at ${date}`
  const word = stranger(
    said.words,
    (c) => c.words,
    (a, b) => a === b,
  )
  if (word !== undefined) return `"${word}" was not computed`
  return 'no finding says this of these series with these numbers and this direction'
}

function saidIn(sentence: string, names: readonly string[]): Said {
  const { text, ids } = withoutIds(sentence, names)
  const dates = text.match(DATE) ?? []
  const rest = text.replace(DATE, ' ')
  const has = (pattern: RegExp) => rest.search(new RegExp(pattern.source, 'i')) >= 0
  return {
    ids,
    dates,
    numbers: rest.match(NUMBER) ?? [],
    words: (rest.match(WORDS_OF_NUMBER) ?? []).map((w) => w.toLowerCase()),
    up: has(UP),
    down: has(DOWN),
    not: has(NOT),
  }
}

/** A quoted text that is no id counts as one that nothing is known of. */
function withoutIds(sentence: string, names: readonly string[]): { text: string; ids: string[] } {
  const found: { at: number; id: string }[] = []
  let text = sentence
  for (const name of names) {
    const quoted = `"${name}"`
    for (let at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, at + 1)) {
      found.push({ at, id: name })
      text = text.slice(0, at) + ' '.repeat(quoted.length) + text.slice(at + quoted.length)
    }
  }
  for (const match of text.matchAll(/["“]([^"”]{1,200})["”]/g))
    found.push({ at: match.index, id: names.includes(match[1]!) ? match[1]! : ` ${match[1]}` })
  text = text.replace(/["“]([^"”]{1,200})["”]/g, (all) => ' '.repeat(all.length))
  return { text, ids: found.toSorted((a, b) => a.at - b.at).map(({ id }) => id) }
}

/** Sentences and lines; what stands in quotes ends none. */
function sentencesOf(text: string, names: readonly string[]): string[] {
  const { text: plain } = withoutIds(text, names)
  const out: string[] = []
  let from = 0
  for (const match of plain.matchAll(/[.!?](?=\s|$)|\n+/g)) {
    const to = match.index + (match[0].startsWith('\n') ? 0 : 1)
    out.push(text.slice(from, to).trim())
    from = match.index + match[0].length
  }
  out.push(text.slice(from).trim())
  return out.map((s) => s.replace(/^(?:[-*•]|\d+[.)])\s+/, '')).filter((s) => s.length > 0)
}
