import { isFunctionWord } from '../../../text/terms.ts'
import { countryStems } from '../words/countries.ts'
import { oppositeStems, relatedStems } from '../words/related.ts'
import { readWords, termOf } from '../words/stems.ts'
import { foreignLanguage, inEnglish } from '../words/translations.ts'
import { asksForKeys, isUnsaidOfKeys } from './keys.ts'
import { AMOUNT, type QuestionType, typeOf } from './question-type.ts'

/**
 * What a word is in its question. `name` and `number`: without it no sentence answers. `focus`: what is asked of something
 * ("the mayor of …"). `category`: the kind of thing that is wanted ("what tool …"), which an answer need not say. `light`: says little.
 */
export type Role = 'name' | 'number' | 'focus' | 'word' | 'category' | 'light'

export interface Term {
  readonly word: string
  readonly stem: string
  /** Stems that say the same: of the word itself, and of its translations. */
  readonly forms: ReadonlySet<string>
  /** Stems of words that may stand for it. */
  readonly related: ReadonlySet<string>
  readonly role: Role
  /** Index of the last term of the name that this one is a part of. */
  readonly headOfName?: number
}

export interface Question extends QuestionType {
  readonly text: string
  readonly terms: readonly Term[]
  /** What somebody or something that is named does, or what was done with it. */
  readonly deed?: Term
  /** Asked in German, French or Spanish. */
  readonly foreign: boolean
}

/** Characters of a question that are read. */
const MAX_CHARACTERS = 2000
const MAX_TERMS = 40
const LIGHT = new Set(
  `do does did done make made take takes took get gets got give gave given have has had show shows happen happens happened occur occurred last lasts long much many kind type sort name names called mean means stand stands about tell
  please know find exactly currently today now ever also work come came out go goes went see say says said want need needs should could would may might must can allowed able way thing things one ones someone somebody anyone people person
  time times year date day past number amount total most least more less fewer highest lowest largest biggest smallest greatest fewest average sum percent percentage proportion share part use used using held placed often far tall high old large big deep wide
  hold holds lie lies lay while whilst unless although though because
  still yet already ever just really actually usually often always again even soon exactly approximately around roughly
  altogether overall together given mentioned described according`
    .split(/\s+/)
    .map(termOf),
)
/** What calls a document, or a part of it. */
export const OF_DOCUMENTS: ReadonlySet<string> = new Set(
  'table row column page chapter list document documents text file report paper book article guide'.split(' ').map(termOf),
)
/** The month, not the verb: "in May", "May 2025". */
const MAY =
  /\b(?:in|of|since|until|till|from|to|by|on|during|before|after|between|and|or|for|this|last|next|early|late|mid|\d{1,2}(?:st|nd|rd|th)?) May\b|\b[Mm]ay (?:\d{1,2}|(?:1[5-9]|20)\d\d)\b/
/** Function words of questions in other languages that the common list leaves out. */
const FOREIGN_FUNCTION = new Set(
  `hat haben hatte hatten wird werden wurde wurden worden war waren welche welcher welches welchem welchen wieviel wieviele viel viele denn man kann können muss dies diese dieser dieses mir dir zwischen gab gibt seit bis
  a-t-il t-il est-ce été était étaient ont ai as avait peut doit combien quel quelle quels quelles pourquoi depuis entre plus très
  hubo ha han haya era eran ser cuánto cuánta cuántos cuántas cuáles está están desde entre hasta hay muy más tiene`.split(/\s+/),
)
/** What the type of answer says already. */
const SAID_BY_TYPE: Readonly<Partial<Record<QuestionType['type'], RegExp>>> = {
  email: /^(?:e|mail|email|address)$/,
  money: /^(?:money|cash|available)$/,
  phone: /^(?:phone|telephone|number|numbers|call|ring)$/,
  website: /^(?:web|website|site|page|url|link|address)$/,
  address: /^(?:address|zip|postal|post|code|postcode)$/,
  reason: /^(?:reason|reasons|cause)$/,
  time: /^(?:start|starts|begin|begins|take|place|held|happen|happens)$/,
  duration: /^(?:far|advance|ahead|early|soon)$/,
  date: /^(?:take|place|held|happen|happened|happens|occur|occurred)$/,
  place:
    /^(?:take|place|held|located|situated|happen|happened|happens|occur|occurred|found|kept?|keeps?|stored?|stores|lies?|lay|stands?|stood|sits?|sat|hangs?|hung|put)$/,
}
/** "The three ways": the list has so many, whether it says so or not. */
export const COUNTED_LIST = /^(?:two|three|four|five|six|seven|eight|nine|ten|twelve)$/
/** What a comparison of figures says already. */
const COMPARING = /^(?:top|higher|lower|larger|smaller|bigger|greater|longer|shorter|earlier|later|older|younger)$/
/** What is counted has to be said, but for what any number counts. */
const NO_COUNT = /^(?:people|persons|ones|things|times|of|percent|years|months|weeks|days|hours|minutes|seconds)$/
/** Of a list, what it is a list of. */
const LISTED = /^(?:parts?|types?|kinds?|steps|reasons|pages|chapters|tables)$/
const MANY_ARE = / (?:members|people|persons|units|pieces|items)$/i
const SAYS_LESS = /^(?:code|number|id|value|level|figure|abbreviation|symbol|file|format|version)$/
const SAYS_NOTHING = /^(?:people|persons?|ones?|things?)$/i
const MEASURED = /^how (?:tall|high|far|deep|wide|heavy|fast|old|large|big|hot|cold|thick)\b/i
const LETTERED =
  /\b(?:stage|type|phase|grade|class|part|level|chapter|section|article|annex|appendix|volume|schedule|tier|category|zone|block|war) ([IVXA-H])\b/giu
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}’'.&/-]*/gu

/** The terms that tell what is asked for; the others are of the question's wording. */
export const tellingOf = ({ terms }: Pick<Question, 'terms'>): Term[] => terms.filter(({ role }) => role !== 'light')

/** A question as rules may match it: one blank for each run of them, over which expressions would go back and forth, and bounded. */
export const asRead = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_CHARACTERS)

/** The question with its words, their roles and what may stand for them. */
export function readQuestion(text: string): Question {
  const question = asRead(text).replace(/\bin charge of\b/gi, 'head of')
  const language = foreignLanguage(question)
  const roles = rolesOf(question)
  const seen = new Set<string>()
  const terms: Term[] = []
  const kind = typeOf(question)
  const counted = /\bhow many ([\p{L}-]+)/iu.exec(question)?.[1]?.toLowerCase().replace(NO_COUNT, '')
  const source = new Set(readWords(/\baccording to ([^?,]{2,80})/i.exec(question)?.[1] ?? ''))
  const measured =
    AMOUNT.test(question) || /^how far is\b/i.test(question) || kind.type === 'duration'
      ? undefined
      : MEASURED.exec(question.trim())?.[0].split(' ')[1]?.toLowerCase()
  const ofKeys = asksForKeys(question)
  const ranked = kind.operation && /\btop (\d{1,2})\b/i.exec(question)?.[1]
  for (const word of readWords(question)) {
    if (word === ranked) continue
    // "NA", "IT", "US": in capitals they name something
    const capitals = roles.get(word) === 'name' && question.includes(word.toUpperCase())
    const ordinal = roles.get(word) === 'number'
    const month = word === 'may' && roles.get(word) === 'name'
    if ((isFunctionWord(word) && !capitals && !ordinal && !month) || terms.length === MAX_TERMS) continue
    if (/^\p{Script=Latin}$/u.test(word) && !ordinal) continue
    if (/^\d{3}$/.test(word) && question.includes(`,${word}`)) continue // of 30,000 the first part stands for all
    if (language && FOREIGN_FUNCTION.has(word)) continue
    const stem = termOf(word)
    if (seen.has(stem)) continue
    seen.add(stem)
    const translated = language ? inEnglish(word, language) : []
    const forms = new Set([stem, ...translated.map(termOf)])
    const related = new Set(
      [...forms].flatMap((form) => [...relatedStems(form), ...countryStems(form), ...(kind.type === 'yes-no' ? oppositeStems(form) : [])]),
    )
    const light =
      (kind.type === 'list' && COUNTED_LIST.test(word)) ||
      (source.has(word) && roles.get(word) !== 'name') ||
      SAID_BY_TYPE[kind.type]?.test(word) ||
      (ofKeys && isUnsaidOfKeys(word)) ||
      (kind.operation !== undefined && (COMPARING.test(word) || COUNTED_LIST.test(word))) ||
      (translated.length === 0 &&
        (LIGHT.has(stem) || OF_DOCUMENTS.has(stem)) &&
        word !== measured &&
        word !== counted &&
        !(kind.type === 'list' && roles.get(word) === 'focus' && LISTED.test(word))) ||
      (translated.length > 0 && translated.every((english) => english !== 'may' && LIGHT.has(termOf(english))))
    // "the SIC code", "the ZIP code": which, the name says
    const generic = SAYS_LESS.test(word) && roles.get(word) === 'focus' && terms.at(-1)?.role === 'name'
    // German writes every noun with a capital
    const given = translated.length > 0 && roles.get(word) === 'name' ? 'word' : roles.get(word)
    const role: Role =
      (given === 'name' && !SAID_BY_TYPE[kind.type]?.test(word)) || given === 'number'
        ? given
        : light || generic
          ? 'light'
          : word === measured
            ? 'focus'
            : (given ?? 'word')
    terms.push({ word, stem, forms, related, role })
  }
  const deed = terms.find(({ word, role }) => role === 'word' && word === deedIn(question))
  return { text: question, terms: withNameHeads(question, terms), foreign: language !== undefined, ...(deed ? { deed } : {}), ...kind }
}

/** "When could the Pentagon announce …", "When was Debian Sarge released?" */
const ACTS =
  /\b(?:did|does|do|could|can|will|would|should|must|may|might) (?:the |an? |its |his |her |their )?(?:\p{Lu}[\p{L}\d.’'-]* )+(\p{Ll}+)/u
const DONE_WITH = /\b(?:was|were|is|are|been) (?:the |an? )?[\p{L}\d.’' -]*?\b(\p{Ll}+(?:ed|wn|lt|ght))\b/u
const deedIn = (question: string): string | undefined => (ACTS.exec(question) ?? DONE_WITH.exec(question))?.[1]

/** "Iwan Roberts": where a text says the last word of a name it need not say the others. */
function withNameHeads(question: string, terms: readonly Term[]): Term[] {
  const at = terms.map(({ word }) => question.toLowerCase().indexOf(word))
  const follows = (i: number) => {
    const [term, next] = [terms[i], terms[i + 1]]
    return term?.role === 'name' && next?.role === 'name' && /^[\s-]+$/.test(question.slice(at[i]! + term.word.length, at[i + 1]!))
  }
  return terms.map((term, i) => {
    let head = i
    while (follows(head)) head++
    return head > i ? { ...term, headOfName: head } : term
  })
}

/** Roles by lower-case word, as far as the question's form tells them. */
function rolesOf(question: string): Map<string, Role> {
  const roles = new Map<string, Role>()
  const set = (phrase: string, role: Role) => {
    for (const word of readWords(phrase))
      if (!roles.has(word) && (!isFunctionWord(word) || /^\p{Lu}{2,}$/u.test(phrase))) roles.set(word, role)
  }
  // an office is no name, with a capital or without
  const office = /^who(?:['’]s| is| was| are| were) the ((?:[\p{L}-]+ ){0,2}?[\p{L}-]+) (?:of|for|at|in)\b/iu.exec(question.trim())
  if (office?.[1]) set(headOf(office[1]), 'focus')
  // "a stage I tumour": which stage, the letter says
  for (const [, letter = ''] of question.matchAll(LETTERED)) if (letter !== 'a') roles.set(letter.toLowerCase(), 'number')
  if (MAY.test(question)) roles.set('may', 'name')
  const words = [...question.matchAll(WORD)]
  const shouted = question === question.toUpperCase()
  for (const [i, { 0: word }] of words.entries()) {
    if (/\d/.test(word)) for (const part of word.split(/(?<=\p{L}{2})-/u)) set(part, /\d/.test(part) ? 'number' : 'word')
    else if (i > 0 && /^\p{Lu}/u.test(word) && !shouted) set(word, 'name')
    else if (/^(?:\p{Lu}{2,}|[IVX]+)$/u.test(word) && word.length > 1 && !shouted) set(word, 'name')
  }
  const category =
    /\b(?:what|which)(?: other)? ((?!(?:is|are|was|were|do|does|did|can|could|may|might|must|should|will|would|has|have|had|the|an?)\b)(?:[\p{L}-]+ ){0,2}?[\p{L}-]+) (?:is|are|was|were|does|do|did|can|could|should|must|may|has|have|had|won|lost|got|made|took|sold|paid|held|wrote|gave|went|left|led|ran|built|bought|\p{L}+(?:s|ed)\b)/iu.exec(
      question,
    )
  const copula = /\b(?:[Ww]hat|[Ww]hich)(?: [\p{L}-]+){1,3} (?:is|are|was|were) (?:the|an?|its|their|his|her|[\p{Lu}])/u.test(question)
  // "which medical people …": where the head says nothing, what says which has to be said
  if (category?.[1] && !/\b(?:the|an?)\b/i.test(category[1]) && !SAYS_NOTHING.test(headOf(category[1])))
    set(headOf(category[1]), copula ? 'focus' : 'category')
  const kind = /\b(?:what|which) (?:kind|type|sort)s? of ([\p{L}-]+)/iu.exec(question)
  if (kind?.[1]) set(kind[1], 'category')
  const focus =
    /\b(?:what|who|when|where)(?:['’]s| is| are| was| were) (?:the |an? |its |their |his |her )?((?:[\p{L}-]+ ){0,3}?[\p{L}-]+) (?:of|for|in|at|on|to|from|between|during)\b/iu.exec(
      question,
    )
  if (focus?.[1]) set(headOf(focus[1]), 'focus')
  const possessed = /[’']s? ([\p{Ll}-]+(?: [\p{Ll}-]+){0,2}) ?\??$/u.exec(question)
  if (possessed?.[1]) set(headOf(possessed[1]), 'focus')
  const counted =
    /\bhow many ((?:[\p{L}-]+ ){0,2}?[\p{Ll}-]+) (?:are|is|were|was|do|does|did|has|have|had|can|could|will|would|may|must|should)\b/u.exec(
      question.replace(/^H/, 'h'),
    ) ?? /\bhow (?:many|much) ((?:[\p{L}-]+ ){0,2}?[\p{L}-]+)\b/iu.exec(question)
  // of "crew members" the first tells more
  if (counted?.[1]) set(headOf(counted[1].replace(MANY_ARE, '')), 'focus')
  return roles
}

/** The last word of a phrase is the thing, the others say which. */
const headOf = (phrase: string): string => phrase.trim().split(/\s+/).at(-1) ?? ''
