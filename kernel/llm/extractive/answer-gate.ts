import { type Candidate, NAMES_WHAT_WAS_SAID } from './candidates.ts'
import { presence, strength } from './match.ts'
import { asksForKeys, keysIn, saysKeys } from './question/keys.ts'
import { type Question, tellingOf } from './question/question.ts'
import { MADE_OF } from './question/question-type.ts'
import type { Ranked } from './rank.ts'
import { dangles } from './spans/sentence-spans.ts'
import { stemsOf } from './words/stems.ts'

/** What a sentence has to reach to be an answer: set on the questions of bench/ask and bench/answers. */
const SURE = {
  coverage: 0.7,
  coverageKey: 0.63,
  keySaid: 0.85,
  name: 0.5,
  focus: 0.6,
  missing: 0.2,
  own: 0.3,
  ownTyped: 0.15,
  key: 0.55,
  headed: 0.8,
  ownReason: 0.5,
  ownOfKind: 0.4,
  ownOfNone: 0.7,
  yesNo: 0.8,
  ownYesNo: 0.55,
  ownYesNoNear: 0.35,
  allNear: 0.9,
  nearlyAll: 0.85,
  ownKey: 0.5,
  coveragePlain: 0.62,
  ownValue: 0.58,
  ownValueLong: 0.48,
  ownPlain: 0.65,
  missingPlain: 0.36,
  namePlain: 0.8,
  saysValue: 3,
  saysPlain: 4,
  sameWord: 0.75,
  sameAsked: 0.8,
  sameSaid: 0.5,
}
/** What a sentence of a list has around it of the kind of thing that is asked for. */
const NEAR_ENOUGH = 0.3
/** Words of a sentence among which its subject stands. */
const SUBJECT = 4

/** Why a candidate is no answer, each by itself; an answer is what none of them refuses. */
const REFUSALS = {
  figuresOfNoTable: ({ type }, { kind, text }) => kind === 'sentence' && type !== 'phone' && ROW_OF_FIGURES.test(text),
  // cut off before what was asked for
  cutOff: (_, { kind, text }) => kind !== 'sentence' && dangles(text),
  heading: (_, { kind, typed }) => kind === 'heading' && !typed,
  ofAnotherType: (_, { typed }) => typed === false,
  reference: (_, { reference }) => reference,
  listForValue: (_, { kind, typed }) => kind === 'list' && typed !== undefined,
  asksItself: (_, { text }) => /\?["”’)]*\s*$/.test(text),
  listForThing: ({ type, orElse }, { kind }) => type === 'thing' && orElse === 'thing' && kind !== 'sentence',
  // what a list is about, its beginning says
  listOfOthers: (question, ranked) =>
    question.type === 'thing' && ranked.kind === 'list' && ranked.leads < SURE.key && !isAbout(question, ranked),
  noListOfThem: ({ type, orElse }, { kind, leads }) => type === 'list' && orElse === 'list' && (kind !== 'list' || leads < SURE.key),
  // of several values a sentence has to say itself that it tells the greatest, or the sum
  notWorkedOut: ({ operation }, { text }) => operation !== undefined && WORKED_OUT[operation]?.test(text) === false,
  tooFew: ({ type }, { kind, text }) =>
    type === 'list' && kind !== 'list' && !ENUMERATED.test(text) && (text.match(/[,;]| and | und | et | y /g) ?? []).length < 2,
  listsOthers: (question, { kind, text, category }) =>
    question.type === 'list' && kind !== 'list' && category < NEAR_ENOUGH && !namesSeveral(question, text) && !ENUMERATED.test(text),
  saysNeither: ({ type, text }, { ownKey, coverage, own, defines }) =>
    type === 'yes-no' &&
    (ownKey < SURE.ownKey ||
      coverage < SURE.yesNo ||
      own < (coverage >= SURE.allNear ? SURE.ownYesNoNear : SURE.ownYesNo) ||
      (isKindOf(text) && !defines)),
  namesOnly: (question, ranked) => question.type === 'yes-no' && namesOnly(question) && !saysMore(question, ranked),
  definesNothing: ({ type }, { defines, text }) => type === 'definition' && (!defines || NAMES_WHAT_WAS_SAID.test(text)),
  // of one word alone a sentence has to speak, not only to name it
  namesOneWord: (question, { words }) =>
    question.type === 'thing' &&
    question.terms.length === 1 &&
    tellingOf(question).length === 1 &&
    !words.slice(0, SUBJECT).some((word) => question.terms[0]!.forms.has(word)),
  // with one word alone nobody can tell whose reason it is, or whose way
  ofAnything: (question) => tellingOf(question).length < 2 && (question.type === 'reason' || HOW_TO.test(question.text.trim())),
  anotherWay: (question, ranked) => {
    const verb = HOW_TO.exec(question.text.trim())?.[1]
    return verb !== undefined && says(verb, question, ranked) === false
  },
  namesNothing: ({ text: asked }, { text }) => CALLED.test(asked) && !NAMED.test(text),
  doesNothing: (question, { words }) => question.type === 'thing' && DOES.test(question.text.trim()) && !actsInIt(question, words),
  madeOfNothing: ({ text: asked }, { text }) => MADE_OF.test(asked.trim().toLowerCase()) && !MADE.test(text),
  ofAProgram: (_, { text, kind }) => kind === 'sentence' && PROGRAM.test(text),
  namesNone: ({ type }, { text }) => type === 'list' && THERE_ARE_SOME.test(text) && !SOME_NAMED.test(text),
  nobody: ({ type, text: asked }, { text }) => type === 'list' && /^who\b/i.test(asked.trim()) && !namesPeople(text),
  withoutVersion: ({ text: asked }, { text }) => ASKS_VERSION.test(asked) && !VERSION_SAID.test(text),
  // what is said of other keys says nothing of these
  otherKeys: ({ text: asked }, { text }) => keysIn(asked).some((keys) => !keysIn(text).includes(keys)),
  withoutKeys: ({ text: asked }, { text }) => asksForKeys(asked) && !saysKeys(text),
  reasonOfOther: ({ type }, { own }) => type === 'reason' && own < SURE.ownReason,
  withoutPredicate: ({ type }, { predicate }) => (type === 'number' || type === 'thing') && predicate < SURE.ownKey,
  tooLittleOfKind: ({ type, terms }, { own }) => type === 'thing' && terms.some(({ role }) => role === 'category') && own < SURE.ownOfKind,
  // "What salary does she get?": a sentence without a sum, or the word for it, says nothing of it
  withoutAmount: (question, ranked) =>
    question.type === 'thing' && ASKS_AMOUNT.test(question.text) && !saysKind(question, ranked) && !AMOUNT_SAID.test(ranked.text),
  // "Which school did she attend?": who attends a council attends no school
  ofNoKind: (question, { category, own, text, missing, coverage }) =>
    question.type === 'thing' &&
    category < NEAR_ENOUGH &&
    own < (missing === 0 && coverage >= SURE.nearlyAll ? SURE.ownPlain : SURE.ownOfNone) &&
    !namesAnother(question, text),
  tooLittle: (question, ranked) => {
    const { coverage, missing, ownKey } = ranked
    if (isPlain(question, ranked)) return coverage < SURE.coveragePlain
    const keySaid = MADE_OF.test(question.text.trim().toLowerCase()) || (missing === 0 && ownKey >= SURE.keySaid)
    return coverage < (keySaid ? SURE.coverageKey : SURE.coverage)
  },
  ofAnotherNumber: ({ text: asked }, { text }) => numbersAnother(asked, text),
  withoutName: (_, { leastName }) => leastName < SURE.name,
  withoutFocus: (_, { leastFocus }) => leastFocus < SURE.focus,
  missesMuch: (question, ranked) => ranked.missing > (isPlain(question, ranked) ? SURE.missingPlain : SURE.missing),
  saysLittle: ({ type }, { own, typed, headed }) =>
    own < (CONTACTS.has(type) ? 0 : typed ? SURE.ownTyped : SURE.own) && headed < SURE.headed,
} satisfies Record<string, (question: Question, ranked: Ranked) => boolean>

const ALL: readonly ((question: Question, ranked: Ranked) => boolean)[] = Object.values(REFUSALS)

/** Whether a candidate says surely enough what was asked. */
export function isAnswer(question: Question, ranked: Ranked): boolean {
  if (ranked.kind === 'reply') return answersSame(question, ranked)
  return ALL.every((refuses) => !refuses(question, ranked))
}

const WORKED_OUT: Readonly<Partial<Record<NonNullable<Question['operation']>, RegExp>>> = {
  greatest: /\b(?:most|best|top|main|maximum|up to|\w{3,}est|meisten|größte\w*|höchste\w*)\b/i,
  least: /\b(?:least|fewest|less|fewer|minimum|worst|\w{3,}est|wenigsten|kleinste\w*)\b/i,
  sum: /\b(?:total|totals|sum|altogether|in all|overall|combined|insgesamt)\b/i,
  average: /\b(?:average|mean|median)\b/i,
  compare: /\b(?:more|less|fewer|than|both|\w{3,}er)\b/i,
}

/** "Is a whale a fish?": a sentence has to say what the first is. */
const isKindOf = (text: string): boolean => /^(?:is|are|was|were) (?:an? |the )?[^,]{1,60}? an? [^,]{1,40}\??$/i.test(text.trim())

/** "Can you use the nut again?": a sentence that names the nut has to say more of it. */
const namesOnly = (question: Question): boolean => {
  const telling = tellingOf(question).length
  return telling <= 2 && telling < question.terms.length
}
const saysMore = ({ terms }: Question, { stems }: Ranked): boolean =>
  terms.some((term) => term.role === 'light' && presence(term, stems) >= SURE.ownKey)

/** "What does jargon do to a plan?": a sentence that only names it says nothing of what it does. */
const DOES = /^what (?:does|do|did) (?:the |an? )?[^,?]{2,60}? (?:actually |really )?do\b/i
const actsInIt = ({ terms }: Question, words: readonly string[]): boolean => {
  const actor = terms.find(({ role }) => role !== 'light')
  return actor === undefined || words.slice(0, 2 * SUBJECT).some((word) => strength(actor, word) > 0)
}

/** "How do I remove the token?": a sentence that does not say the verb tells another way. */
const HOW_TO =
  /^how (?:do|does|did|can|could|should|would|must|may|is|are|was|were) (?:.*? )??(?:i|you|we|one|they|it|the [\p{L} -]+?|\p{L}+s?) (\p{Ll}+)\b/iu
function says(word: string, { terms }: Question, { stems }: Ranked): boolean | undefined {
  const term = terms.find((one) => one.word === word.toLowerCase())
  return term === undefined || term.role === 'light' ? undefined : presence(term, stems) >= SURE.ownKey
}

/** "What is the tool called?" asks for a name, which a sentence has to give. */
const CALLED =
  /^(?:what|how) (?:is|are|was|were) .+ (?:called|named|known as)\??$|^what (?:do|does|did|would) (?:you|we|they|people|one) call\b/i
const MADE =
  /\b(?:(?:made|built|composed|constructed|formed|comprised) (?:\w+ ){0,2}(?:of|from|with|out of)|consist(?:s|ed|ing)? (?:\w+ )?of|compris(?:es|ed|ing))\b/i
const NAMED = /\b(?:called|named|known as|termed|dubbed|titled|entitled|nicknamed)\b|\bname\b/i

/** Kinds of things that have names of their own: who names two of them need not say what they are. */
const NAMED_KINDS =
  /\b(?:what|which) (?:\p{L}+ )?(?:countries|cities|towns|states|regions|places|languages|people|persons|men|women|companies|firms|organi[sz]ations|universities|schools|teams|authors|models|products|brands|rivers|lakes|islands)\b/iu
const namesSeveral = ({ text: asked }: Question, text: string): boolean => {
  if (!NAMED_KINDS.test(asked)) return false
  const names = [...text.matchAll(/(?<=[\p{Ll},;] )\p{Lu}[\p{L}’'-]+/gu)].map(([name]) => name)
  return new Set(names.filter((name) => !asked.includes(name))).size >= 2
}

/** Several people by their names, or names one behind the other: "Ann, Ben and Cleo". */
const namesPeople = (text: string): boolean =>
  new Set(text.match(/\p{Lu}[\p{L}.’'-]+ (?:\p{Lu}\. |van |von |de )?\p{Lu}[\p{Ll}’'-]+/gu)).size >= 2 ||
  /\p{Lu}[\p{L}’'-]+(?:, \p{Lu}[\p{L}’'-]+)*,? (?:and|&|und|et|y) \p{Lu}/u.test(text)

/** "There are several ways, each of them …" names none. */
const THERE_ARE_SOME =
  /\b(?:there (?:are|is)|has|have|offers?|supports?|provides?|includes?) (?:a (?:large |wide )?(?:number|variety|range) of|several|various|many|different|some|numerous)\b/i
const SOME_NAMED = /:|\b(?:such as|including|include|e\.g\.|for example|for instance|namely)\b.*(?:,| and | or )/is

/** Lines of a program or of settings, not of a text. */
const PROGRAM = /(?:\b(?:SELECT|FROM|WHERE|JOIN|INSERT INTO|CREATE|RETURN)\b.*){2}|(?:[=(){};]\s?){6}|^\s*(?:#|\/\/).*\bexport\b/s

const ASKS_VERSION = /\b(?:what|which) version\b/i
const VERSION_SAID = /\d+\.\d|\bversions? \d|\b\p{L}+ \d/iu

/** Whether a list's first line or the heading above it says one of the question's telling words, or one of its items most of them. */
function isAbout(question: Question, { text, above }: Ranked): boolean {
  const telling = tellingOf(question)
  const said = (stems: readonly string[]) => telling.filter((term) => presence(term, stems) >= SURE.sameWord).length
  const [lead = '', ...items] = text.split(/\n|(?<=:) |(?=• )/)
  return said([...stemsOf(lead), ...above]) > 0 || items.some((item) => said(stemsOf(item)) > telling.length / 2)
}

/** Whether a sentence has a name that the question has not. */
const namesAnother = ({ text: asked }: Question, text: string): boolean =>
  (text.match(/(?<=[\p{Ll},;:“"(] ["“]?)\p{Lu}[\p{L}\d’'-]+/gu) ?? []).some((name) => !asked.includes(name))

/** "(1) by …, (2) by …" */
const ENUMERATED = /\((?:1|a|i)\) .{3,}?(?:[,;] | and | or )\((?:2|b|ii)\) /s

/**
 * Whether one word of the question may be missing: a date or a price that stands with three others is meant, whichever word the text has
 * for what happened, and so is what a sentence says that repeats four of a long question's words.
 */
function isPlain({ type }: Question, { typed, own, says, leastName, kind }: Ranked): boolean {
  if (kind !== 'sentence' || leastName < SURE.namePlain || typed === false) return false
  if (typed && PLAIN.has(type)) return own >= (says >= SURE.saysPlain ? SURE.ownValueLong : SURE.ownValue) && says >= SURE.saysValue
  return !NEVER_PLAIN.has(type) && says >= SURE.saysPlain && own >= SURE.ownPlain
}

/** Whether a reply stands below the same question: each says nearly all telling words of the other. */
export function answersSame(question: Question, { asked = [] }: Pick<Candidate, 'asked'>): boolean {
  const telling = tellingOf(question)
  const said = telling.filter((term) => presence(term, asked) >= SURE.sameWord).length
  const known = asked.filter((stem) => question.terms.some((term) => strength(term, stem) >= SURE.sameWord)).length
  return telling.length > 0 && said >= SURE.sameAsked * telling.length && known >= SURE.sameSaid * asked.length
}

/** "TriviaQA 78,785 8,837 11,313": which of them is meant, its table says. */
const ROW_OF_FIGURES = /^\p{L}[^.!?]{0,60}?(?:\s[-–]?\d[\d.,]*%?){2,}$/u

/** Kinds of things that are so much of something. */
const ASKS_AMOUNT =
  /\b(?:what|which) (?:\p{Ll}+ )?(?:salary|wages?|pay|payment|fees?|price|cost|fine|deposit|rent|budget|torque|pressure|temperature|speed|weight|height|width|depth|length|size|dose|voltage|power|force|distance|rate|amount|capacity|volume) \p{Ll}/iu

/** Whether a sentence says itself which kind of thing is asked for. */
const saysKind = ({ terms }: Question, { stems }: Ranked): boolean =>
  terms.some((term) => term.role === 'category' && presence(term, stems) >= SAYS_KIND)
const SAYS_KIND = 0.45
/** A number with a unit, which is no year. */
const AMOUNT_SAID = /(?<![\d.,])(?!(?:1[5-9]|20)\d\d\b)\d[\d.,]*\s?(?:°|%|[$€£]|\p{L})|[$€£¥₹]\s?\d/u

/** Types whose values a sentence about something else hardly holds by chance. */
const PLAIN: ReadonlySet<string> = new Set(['date', 'time', 'duration', 'money', 'percent'])
const NEVER_PLAIN: ReadonlySet<string> = new Set(['list', 'yes-no', 'definition'])
/** Where to turn stands by itself: "It is available at https://…". */
const CONTACTS: ReadonlySet<string> = new Set(['website', 'email', 'phone'])

/** "Where is room 3?": what is said of room 7 says nothing of it. */
function numbersAnother(asked: string, said: string): boolean {
  const [, thing, number] = NUMBERED.exec(asked) ?? []
  if (!thing || !number) return false
  const numbers = [...said.matchAll(new RegExp(`(?<![\\p{L}\\d])${thing} (\\d{1,4})(?![\\d.,]*\\d)`, 'giu'))].map(([, other]) => other)
  return numbers.length > 0 && !numbers.includes(number)
}
const NUMBERED =
  /(?<![\p{L}\d])(room|hall|floor|gate|platform|line|bus|stage|phase|step|lot|unit|level|zone|chapter|section|article|annex|building|house|table|figure|module|part|class|grade|group|team|version|type|mission|apollo|raum|zimmer|halle) (\d{1,4})(?![\d.,]*\d)/iu
