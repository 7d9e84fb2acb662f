import { readQuestion } from '../../../kernel/llm/extractive/question/question.ts'
import { namesIn } from '../../../kernel/llm/extractive/spans/typed-spans.ts'
import { isFunctionWord } from '../../../kernel/text/terms.ts'
import { wordsOf } from '../../../kernel/text/words.ts'

interface Said {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** Turns that a question may lean on, and characters of each that are read. */
const MOST_TURNS = 12
const MOST_CHARACTERS = 1_000
const ELLIPSIS =
  /^(?:and|but|or|so|und|et|y|what about|how about|and what about|and how about|was ist mit|und was ist mit|et pour|y para|qué hay de)\s+(.{1,120}?)[?!. ]*$/i
const ASKING =
  /^(?:and |but |so |then |und |et |y )?((?:by|until|since|from) when|for how long|when|where|why|who|how|how many|how much|how long|what time|which one|bis wann|seit wann|wann|wo|warum|wer|wie viele?|wie lange|quand|où|pourquoi|qui|combien|cuándo|dónde|por qué|quién|cuánt[oa]s?)(?: (?:was|is|were|are|did|does|do)(?: (?:it|that|this|he|she|they))?)?[?!. ]*$/i
const PERSONAL = /\b(?:he|him|his|she|her|hers|er|ihn|sie|il|elle|él|ella)\b/gi
const THINGS = /\b(?:it|its|they|them|their|theirs|this|that|these|those|there|the (?:same|event|meeting|document|one|company|machine))\b/i
const THING = /\bits?\b/i
const THEY = /\b(?:they|them|theirs?)\b/i
/** "The Apollo 1 astronauts": several that a question names. */
const PLURAL = /\b(?:the|these|those|all) (?:[\p{L}\d’'.-]+ ){0,3}?\p{L}{2,}(?<![sui])s\b/iu
/** "Which language is spoken there?", but not "Are there others?" */
const THERE = /(?<!\b(?:is|are|was|were|if|that|and|will|would|can|could) )\bthere\b(?=\s*(?:[?.!]|$|in |now|at ))/i
/** "What about Snowdon, who won there?" */
const ABOUT = /^(?:and )?(?:what|how) about (?:the )?([^,?]{2,60}), (\S.*)$/i
const IN_PLACE = /\b(?:in|at) (?:the )?\p{Lu}[\p{L}\d.’'-]*(?: \p{Lu}[\p{L}\d.’'-]*)*(?<!\.)/u
const INTERROGATIVE =
  /^(?:(?:in|at|on|for|by|from|to|of|with|since) )?(?:who|whom|whose|when|where|why|what|which|how(?: (?:many|much|long|old|tall|far|often|big|large|high))?|wer|wann|wo|warum|wie(?: (?:viele?|lange))?|quand|où|qui|combien|quién|cuándo|dónde)\b/i
const AUXILIARY = /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must)$/i
const PREPOSITION = /^(?:of|for|in|on|at|to|from|by|with|and|or|than)$/i
/** "Come out", "take place" */
const PARTICLE = /^(?:out|up|down|off|place|away|back)$/i
const LONGEST_PHRASE = 6
const NOTHING: ReadonlySet<string> = new Set()

/** A question as it can be asked without what came before it: pronouns, "And …?", "When?" get what they stand for. */
export function standAlone(question: string, history: readonly Said[]): string {
  const turns = history.slice(-MOST_TURNS)
  let asked = ''
  let earlier = ''
  let answer = ''
  for (const { role, content } of turns) {
    const said = content.slice(0, MOST_CHARACTERS).trim()
    if (role === 'assistant') answer = said
    else {
      // a name that stands for each of many pronouns would grow from turn to turn
      const whole = (asked ? withContext(said, asked, answer) : said).slice(0, MOST_CHARACTERS)
      ;[earlier, asked] = [asked, whole.replace(/^(?:and|but|so|then) /i, '')]
      answer = ''
    }
  }
  const both = question.length <= MOST_CHARACTERS && OF_THEM.test(question) ? ofBoth(question, earlier, asked) : undefined
  return both ?? (asked ? withContext(question.trim(), asked, answer) : question)
}

/** "And a year later, in March 2009?" */
const LATER = /^(?:an?|one|two|three|the) (?:\p{Ll}+ )?(?:days?|weeks?|months?|years?) (?:later|earlier|before|after), /u

const OF_THEM = /^((?:which|who))(?: one)? of (?:them|these|those|the two|both)\b(.*?)[?!. ]*$/i
/** What is counted or asked of each: "how many totals did". */
const COUNTED = /^how (?:many|much) (.{2,40}?) (?:do|does|did|has|have|had|is|are|was|were|came|come)\b/i

/** "Which of them has more?" behind two questions that differ in a name only: "Which has more totals, Avon or Bredon?" */
function ofBoth(question: string, earlier: string, before: string): string | undefined {
  const [a, b] = [earlier, before].map((text) => text.replace(/[?!. ]+$/, '').split(/\s+/)) as [string[], string[]]
  let from = 0
  while (from < Math.min(a.length, b.length) && a[from] === b[from]) from++
  let end = 0
  while (end < Math.min(a.length, b.length) - from && a.at(-1 - end) === b.at(-1 - end)) end++
  const [one, other] = [a, b].map((words) => words.slice(from, words.length - end).join(' '))
  const parts = OF_THEM.exec(question)
  if (!one || !other || from === 0 || !parts) return undefined
  const counted = COUNTED.exec(before)?.[1]
  return `${parts[1]}${parts[2]}${counted ? ` ${counted}` : ''}, ${one} or ${other}?`
}

function withContext(question: string, before: string, answer: string): string {
  if (question.length > MOST_CHARACTERS) return question
  const asking = ASKING.exec(question)
  if (asking?.[1]) return `${asking[1]} ${restOf(before)}?`
  const other = ELLIPSIS.exec(question)?.[1]?.replace(LATER, '')
  if (other && !/^(?:what|when|where|who|why|how|which|does|did|is|are|was|were|do|can)\b/i.test(other) && !other.includes(','))
    return swapped(before, other)
  const about = ABOUT.exec(question)
  if (about && THERE.test(about[2]!)) return about[2]!.replace(THERE, `in ${about[1]}`)
  const personal = question.match(PERSONAL)
  if (personal) {
    const person = personIn(before, answer)
    const where = THERE.test(question) ? IN_PLACE.exec(before)?.[0] : undefined
    if (person && !hasOwnName(question))
      return question
        .replace(PERSONAL, (word) => (/^(?:his|her|hers)$/i.test(word) ? `${person}’s` : person))
        .replace(THERE, (there) => where ?? there)
  }
  const place = THERE.test(question) ? lastNameIn(before) : undefined
  if (place) return question.replace(THERE, `in ${place}`)
  if (!THINGS.test(question) || hasOwnThing(question)) return question
  const several = THEY.test(question) ? PLURAL.exec(before)?.[0] : undefined
  if (several) return question.replace(THEY, (pronoun) => (/^their/i.test(pronoun) ? `${several}’` : several))
  const subject = THING.test(question) ? (nounPhraseOf(before) ?? nameDoneWith(before)) : undefined
  return subject
    ? question.replace(THING, (pronoun) => (/s$/i.test(pronoun) ? `${subject}’s` : subject))
    : `${question.replace(/[?!. ]+$/, '')} ${subjectOf(before)}?`
}

/** "Which company developed DECnet?": the name that something was done with. */
function nameDoneWith(question: string): string | undefined {
  const asked = question.replace(/[?!. ]+$/, '')
  const name = namesIn(asked, NOTHING).find(({ start, end }) => start > 0 && end === asked.length)
  const before = name && asked.slice(0, name.start).trim().split(/\s+/).at(-1)
  return name && before && !PREPOSITION.test(before) && !/^(?:the|an?)$/i.test(before) ? asked.slice(name.start) : undefined
}

function lastNameIn(question: string): string | undefined {
  const name = namesIn(question, NOTHING).findLast(({ start }) => start > 0)
  return name && question.slice(name.start, name.end)
}

/** A question without the words that ask: "was the typewriter patented". */
function restOf(question: string): string {
  const rest = question.replace(INTERROGATIVE, '').replace(/[?!. ]+$/, '')
  return rest.trim() || question
}

/** The question with another subject: the phrase that is most like the new one gives its place. */
function swapped(before: string, other: string): string {
  const alike = OF_A.exec(other)
  const phrase = alike && new RegExp(`\\b${alike[1]} an? ${SOME_WORDS}`, 'iu').exec(before)
  if (alike && phrase) return `${before.slice(0, phrase.index)}${alike[0]}${before.slice(phrase.index + phrase[0].length)}`
  const bare = other.replace(/^(?:in|for|at|on|of|to|with|the|an?|im|in|für|pour|en|para) /i, '').replace(/^(?:the|an?) /i, '')
  const year = MONTH_IN.test(bare) && DATE_IN.test(before) ? DATE_IN : /\b(?:1[0-9]|20)\d{2}\b/
  if (year.test(bare) && bare.length <= LONGEST_DATE)
    return year.test(before) ? before.replace(year, year.exec(bare)![0]) : `${before.replace(/[?!. ]+$/, '')} ${other}?`
  // of "May 2025" the month goes and the year stays, unless another is given
  const month = MONTH_ALONE.test(bare) ? MONTH_IN.exec(before) : undefined
  if (month) return before.slice(0, month.index) + bare + before.slice(month.index + month[0].length)
  const names = namesIn(before, NOTHING).filter(({ start }) => start > 0)
  const asksByName = /^\p{Lu}/u.test(bare)
  const name = names.filter(({ start, end }) => !MONTH_IN.test(before.slice(start, end)))
  const target = asksByName ? name.at(-1) : undefined
  if (target) return before.slice(0, target.start) + bare + before.slice(target.end)
  const all = plainNouns(before, asksByName)
  const inPlace = PLACE_AT_END.exec(before)?.index ?? before.length
  const said = /^(?:the|an?) /i.test(other) ? all.filter(({ start }) => start < inPlace) : []
  const nouns = said.length > 0 ? said : all
  const last = asksByName ? nouns.at(-1) : (nouns.find(({ word }) => sharesEnding(word, bare) && word !== nouns[0]?.word) ?? nouns.at(-1))
  if (!last) return `${other} ${before}`
  // of "the hand quern" and "the rent or mortgage" all goes
  const which = /^(?:the|an?) /i.test(other) ? (/\b(?:the|an?) ((?:\p{Ll}+ ){1,3})$/u.exec(before.slice(0, last.start))?.[1] ?? '') : ''
  return before.slice(0, last.start - which.length) + bare + before.slice(last.start + last.word.length)
}

/** "And of a man?" takes the place of "of a woman". */
const OF_A = /^(of|for|in|at|on|to|with|by|from|than) an? \S.*$/i
const SOME_WORDS =
  "(?!(?:of|for|in|at|on|to|with|by|from|who|that|which)\\b)[\\p{L}’'-]+(?: (?!(?:of|for|in|at|on|to|with|by|from|who|that|which|is|are|was|were|has|have|had)\\b|\\p{L}+ed\\b)[\\p{L}’'-]+){0,3}"

const sharesEnding = (a: string, b: string): boolean => /s$/.test(a) === /s$/.test(b)

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'
const MONTH_ALONE = new RegExp(`^(?:${MONTHS})$`, 'i')
const MONTH_IN = new RegExp(`\\b(?:${MONTHS})\\b`)
const DATE_IN = new RegExp(`\\b(?:\\d{1,2} )?(?:${MONTHS}) (?:1[0-9]|20)\\d{2}\\b`)
const LONGEST_DATE = 20
/** "How much is the rent in the monthly budget?": where it stands is not what is asked about. */
const PLACE_AT_END = / (?:in|on|at|for) (?:the|this|that|our|my|your) [^?]*\??\s*$/iu

/** Words that say something; names among them only where a name is to take their place. */
function plainNouns(question: string, withNames: boolean): { word: string; start: number }[] {
  const words = [...question.matchAll(/[\p{L}'’-]+/gu)].map(({ 0: word, index }) => ({ word, start: index }))
  const { terms } = readQuestion(question)
  const telling = new Set(terms.filter(({ role }) => role !== 'light' && (withNames || role !== 'name')).map(({ word }) => word))
  return words.filter(({ word }) => telling.has(word.toLowerCase()) && !isFunctionWord(word.toLowerCase()))
}

/** Whom "he" or "she" means: the person that the question named, else one that its answer names. */
function personIn(before: string, answer: string): string | undefined {
  const inQuestion = namesIn(before, NOTHING).flatMap(({ start, end }) => (start > 0 ? [before.slice(start, end)] : []))
  const asksWho = /^(?:and )?(?:who|wer|qui|quién)\b/i.test(before) || /\bwho\b/i.test(before)
  const named = inQuestion.find((name) => /^\p{Lu}[\p{Ll}’'-]+(?: \p{Lu}[\p{L}.’'-]+)*$/u.test(name))
  if (!asksWho && named) return named
  const common = new Set(wordsOf(before))
  return peopleIn(answer).find((name) => !name.split(' ').every((part) => common.has(part.toLowerCase()))) ?? named
}

function peopleIn(answer: string): string[] {
  const text = answer.replace(/\[\d+\]/g, '')
  const names = namesIn(text, new Set([...text.matchAll(/\b\p{Ll}[\p{L}’']+/gu)].map(([word]) => word))).map(({ start, end }) =>
    text.slice(start, end),
  )
  const plausible = names
    .map(withoutStop)
    .filter((name) => /^\p{Lu}[\p{Ll}’'.-]+(?: (?:\p{Lu}[\p{L}.’'-]*|de|van|von))*$/u.test(name) && !MONTH.test(name))
  // of several a full name is likelier a person
  return plausible.sort((a, b) => Number(b.includes(' ')) - Number(a.includes(' ')))
}

/** The stop of a sentence is none of a name's. */
const withoutStop = (name: string): string => name.replace(/(?<=\p{L}{3})\.$/u, '')

const MONTH = new RegExp(`^(?:${MONTHS}|Christmas|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\\b`)

const hasOwnName = (question: string): boolean => namesIn(question, NOTHING).some(({ start }) => start > 0 && question[start] !== 'I')

/** Whether the question names what its pronoun stands for: "What about the typewriter, who patented it?" */
function hasOwnThing(question: string): boolean {
  const pronoun = question.search(THINGS)
  const { terms } = readQuestion(question.slice(0, pronoun))
  const several = THEY.test(question.slice(pronoun, pronoun + 5))
  const own = terms.filter(
    ({ role, word }) => role !== 'light' && role !== 'category' && !AUXILIARY.test(word) && (!several || word.endsWith('s')),
  )
  return own.length >= 1 && /\b(?:the|an?) [\p{L}-]+/iu.test(question.slice(0, pronoun)) ? true : terms.some(({ role }) => role === 'name')
}

/** What the question before was about: its words without those that ask and without its verb. */
function subjectOf(before: string): string {
  const rest = restOf(before).split(/\s+/)
  const from = rest[0] && AUXILIARY.test(rest[0]) ? 1 : 0
  return rest.slice(from).join(' ')
}

/** "When was WordStar released?", "How many CDs did MP3.com copy?": what stands between the auxiliary and the verb at the end. */
function nounPhraseOf(before: string): string | undefined {
  const words = restOf(before).split(/\s+/)
  // "how many CDs", "which year": the thing that is asked for goes with the words that ask
  const asked = /^(?:how (?:many|much)|which|what)\b/i.test(before) ? words.findIndex((word) => AUXILIARY.test(word)) : 0
  const from = asked > 0 && asked <= 3 ? asked : 0
  const first = words[from]
  const rest = words.slice(from + 1)
  if (!first || !AUXILIARY.test(first) || rest.length < 2 || rest.length > LONGEST_PHRASE) return undefined
  const verb = rest.at(-1)!
  const phrase = rest.slice(0, PARTICLE.test(verb) ? -2 : -1)
  if (/^(?:is|are|was|were)$/i.test(first) && !/(?:ed|en|wn|lt|ld|nt)$/.test(verb)) return undefined
  return phrase.length === 0 || phrase.some((word) => PREPOSITION.test(word))
    ? undefined
    : phrase.join(' ').replace(/(?:['’]s|(?<=s)['’])$/, '')
}
