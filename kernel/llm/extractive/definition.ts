import type { Candidate } from './candidates.ts'
import type { Question } from './question/question.ts'
import { mainClause, withoutText } from './question/question-type.ts'

const ASKED =
  /^(?:what|who)(?:['’]s| is| are| was| were) (?:an? |the )?(.+?)\??$|^where (?:is|are) (?:the )?(.+?)\??$|^what does (?:an? |the )?(.+?) (?:mean|stand for)(?: (?:for|in|on|at|with|to|here)\b[^?]*)?\??$|^(?:is|are|was|were) (?:an? |the )?(.+?) an? .+|defin(?:e|ition of) (?:an? |the )?(.+?)\??$|meaning of (?:an? |the )?(.+?)\??$|^(?:was|wer) (?:ist|sind) (?:ein |eine |der |die |das )?(.+?)\??$|^qu['’]est-ce qu(?:e|['’]une?|e c['’]est)? ?(?:le |la |une? )?(.+?)\s*\??$|^¿?qué (?:es|son) (?:el |la |una? )?(.+?)\??$/i

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What a question asks the meaning of, or undefined. */
function subjectOf(question: string): string | undefined {
  const match = ASKED.exec(withoutText(mainClause(question.trim())))
  return match
    ?.slice(1)
    .find((part) => part !== undefined)
    ?.replace(QUOTES, '')
    .trim()
}
const QUOTES = /["“”‘’„«»]|(?<!\p{L})'|'(?!\p{L})/gu
const STANDS_FOR = /\bstands? for\b|\b(?:abbreviation|acronym)\b/i

/** What stands before the name of who holds it: "Deputy Head Vitaly Bulyuk". */
const OFFICES =
  '[Pp]resident|[Mm]inister|[Hh]ead|[Ss]ecretary|[Dd]irector|[Cc]hair(?:man|woman|person)?|[Pp]rofessor|[Jj]udge|[Jj]ustice|[Ss]enator|[Gg]overnor|[Mm]ayor|[Cc]aptain|[Gg]eneral|[Aa]ttorney|[Oo]fficer|[Ff]inancier|[Ff]ounder|[Cc]oach|[Mm]anager|[Cc]hief|[Rr]epresentative|[Ee]ditor|[Aa]uthor|[Cc]hemist|[Pp]hysicist|[Ee]ngineer|[Ii]nventor|[Ss]uperintendent'

/** "Trace: Tree" defines nothing. */
const LEAST_WORDS = 4

/** Whether a candidate says what the subject of the question is: "X is a …", "X – …", "… called X", "X (its long form)". */
export function definesSubject({ text: asked, type }: Question, { text, kind }: Pick<Candidate, 'text' | 'kind'>): boolean {
  const subject = subjectOf(asked)
  if (!subject || subject.length > 80) return false
  const name = `(?:an? |the )?["“'‘]?${escaped(subject)}s?["”'’]?`
  const said = text.replace(/\s+/g, ' ').replace(/^[-–•*▪◦☐\d.]+ /, '')
  if (
    /^who (?:is|was) \p{Lu}/iu.test(asked.trim()) &&
    new RegExp(`\\b(?:${OFFICES})(?: (?:of|for|and) [\\p{L} ]{2,40})?,? ${escaped(subject)}(?![\\p{L}])`, 'u').test(said)
  )
    return true
  if (STANDS_FOR.test(asked)) return isSpeltOut(subject, name, said)
  const statement = new RegExp(
    `(?<!\\b(?:\\p{L}+ing|of|for|in|on|to|with|from|by|about|each|every) )(?:^|[.;:,] |\\b)${name}(?: \\([^)]{1,60}\\))?,? (?:(?:is|was) (?:now |then |usually |normally |always |essentially |basically )?(?=(?:either|an?|the|one|any|when|where|what|that|defined|our)\\b)|(?:are|were)(?! (?:not|also|to|being|the same|important|usually|often|likely|used|called|done|made|given|removed)\\b)|means?|refers? to|stands? for|describes?|denotes?|consists? of)\\b`,
    'iu',
  )
  if (statement.test(said)) return true
  if (new RegExp(`${name}(?: \\([^)]{1,60}\\))?, (?:an?|the|one of) [\\p{L}-]+`, 'iu').test(said)) return true
  if (
    new RegExp(
      `(?:called|known as|termed|named|resulting|dubbed|designated(?: as)?|referred to as) (?:an? |the )?(?:[\\p{L}-]+ ){0,5}?(?:or )?${name}`,
      'iu',
    ).test(said)
  )
    return true
  // "“Shareable” files are those that …"
  if (new RegExp(`${name} [\\p{L}-]+ (?:is|are) (?:those|the ones?|ones?|that|any) `, 'iu').test(said)) return true
  // "a linker, which is a program …", "'Contribution' shall mean …"
  if (new RegExp(`${name},? which (?:is|are) |${name} (?:of [\\p{L} ]{2,30} )?(?:shall |will )?means? `, 'iu').test(said)) return true
  // "the rhodophyte, or red algal, lineage"
  if (/\bmeans?\??$/i.test(asked) && new RegExp(`(?<![\\p{L}])${name},? or (?!not\\b)[\\p{L}-]+`, 'iu').test(said)) return true
  if (said.split(' ').length >= LEAST_WORDS && new RegExp(`^${name}(?: \\([^)]{1,60}\\))? ?(?:[–—:]|- )`, 'iu').test(said)) return true
  if (type === 'yes-no') return false
  // "A site assessment examines …": what holds of any such thing
  if (
    new RegExp(`(?:^|[.:;] )an? ["“'‘]?${escaped(subject)}["”'’]? (?:\\p{Ll}+ly )?(?!is\\b|was\\b|has\\b)\\p{Ll}{2,}s\\b`, 'iu').test(said)
  )
    return true
  if (new RegExp(`(?<![\\p{L}])${name} \\((?=[^)]*[\\p{L}]{3})|\\(${name}\\)`, 'iu').test(said)) return true
  return kind === 'pair' && said.split(' ').length >= LEAST_WORDS && new RegExp(`^${name}: `, 'iu').test(said)
}

/** Letters are told by what they stand for, not by what that is: "X stands for …", "… (X)", "X (…)". */
function isSpeltOut(subject: string, name: string, said: string): boolean {
  const says = `(?:(?:which )?(?:is |are )?(?:stands? for|short for|an? (?:abbreviation|acronym)|abbreviates|expands to|means)\\b|[=–—] ?\\p{L})`
  if (new RegExp(`(?<![\\p{L}])${name},? ${says}`, 'iu').test(said)) return true
  const letters = subject.replace(/[^\p{L}]/gu, '').toUpperCase()
  const initials = (words: string) =>
    words
      .split(/[^\p{L}'’]+/u)
      .map((word) => word[0] ?? '')
      .join('')
      .toUpperCase()
  const after = new RegExp(`(?<![\\p{L}])${name} \\(([^)]{5,90})\\)`, 'iu').exec(said)?.[1]
  const before = new RegExp(`([\\p{L}'’ -]{5,90}) \\(${name}\\)`, 'iu').exec(said)?.[1]
  return isWithin(letters, initials(after ?? '')) || isWithin(letters, initials(before ?? ''))
}

/** Whether the letters stand in these initials, in their order. */
function isWithin(letters: string, initials: string): boolean {
  let at = 0
  for (const initial of initials) if (initial === letters[at]) at++
  return letters !== '' && at === letters.length
}
