import { isFunctionWord } from '../../../text/terms.ts'
import type { AnswerType } from '../question/question-type.ts'

/** A piece of a sentence that could be an answer of some type. Offsets are the sentence's. */
export interface TypedSpan {
  readonly start: number
  readonly end: number
}

/** Capitals tell a month from a verb. */
const MONTHS =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|JANUARY|FEBRUARY|MARCH|APRIL|MAY|JUNE|JULY|AUGUST|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember'
const SMALL_MONTHS =
  'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre'
const SMALL =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen|half'
const FIGURE = '(?:\\d[\\d,.\u00a0 ]*\\d|\\d)'
const NUMBER = `(?:${FIGURE}|\\b(?:${SMALL})(?:[- ](?:${SMALL}))*\\b)`
const UNIT_OF_TIME =
  'seconds?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|quarters?|years?|decades?|centuries|sekunden?|minuten?|stunden?|tagen?|wochen?|monaten?|jahren?|secondes?|heures?|jours?|semaines?|mois|ans|années|segundos?|minutos?|horas?|días?|semanas?|meses|años?'
const UNIT =
  'km|m|cm|mm|miles?|feet|foot|ft|in(?:ch(?:es)?)?|yards?|met(?:re|er)s?|kilomet(?:re|er)s?|kg|g|tons?|tonnes?|pounds?|lbs?|ounces?|stone|lit(?:re|er)s?|gallons?|mph|km/h|m/s|rpm|[kKMGT]?bps|[kKMGT]?(?:bit|byte|B)s?/s|[kKMGT]bits?|kn|knots|degrees?|°\\s?[CF]?|acres?|hectares?|square|years old|years of age|[KMGT]B|bytes?|bits?|[kMG]?Hz|[kM]?W|volts?|V|Å'

const pattern = (source: string): RegExp => new RegExp(source, 'giu')

const DATE = new RegExp(
  [
    `(?:\\b\\d{1,2}(?:st|nd|rd|th)?\\.?(?: of)? )?\\b(?:${MONTHS})\\.?(?![\\p{L}])(?: \\d{1,2}(?:st|nd|rd|th)?\\b)?,?(?: \\d{4})?`,
    `\\b\\d{1,2} (?:de )?(?:${SMALL_MONTHS})\\b(?: (?:de )?\\d{4})?`,
    '\\b(?:1[0-9]|20)\\d{2}(?:s|[–-]\\d{2,4})?\\b(?! [NSEW]\\.? \\p{Lu})|\\b\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}\\b|\\b\\d{4}-\\d{2}-\\d{2}\\b',
    '\\b\\d{3,4} (?:AD|BC|CE|BCE)\\b|\\b(?:AD|BC) \\d{1,4}\\b|\\b\\d{1,2}(?:st|nd|rd|th)[- ][Cc]entury\\b',
    `\\bwithin (?:${NUMBER}|${SMALL}) (?:full |working |business |calendar )?(?:${UNIT_OF_TIME})\\b(?! (?:old|of age))`,
    '\\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\\b|\\b(?:annually|daily|weekly|monthly|quarterly|yearly)\\b|\\bevery (?:\\w+ )?(?:day|week|month|quarter|year)s?\\b',
  ].join('|'),
  'gu',
)
const TIME = pattern(
  `\\b\\d{1,2}(?:[:.]\\d{2})?\\s?(?:[ap]\\.?\\s?m\\b\\.?|uhr|o['’]clock)|\\b\\d{1,2}:\\d{2}\\b|\\b(?:noon|midnight)\\b|\\b\\d{1,2}h\\d{0,2}\\b`,
)
const DURATION = pattern(
  `${NUMBER}(?:\\s?(?:–|-|to|or)\\s?${NUMBER})?(?: \\(\\d+\\))?(?: (?:full|more|whole|business|working|calendar|consecutive))?[ -](?:${UNIT_OF_TIME})\\b|\\b(?:overnight|indefinitely|for ever|forever|(?:a few|several|some|many|a couple of) (?:${UNIT_OF_TIME})|an? (?:hour|day|week|month|year|decade))\\b`,
)
const PERCENT = pattern(`${NUMBER}\\s?(?:%|per ?cent\\b|percent(?:age points)?\\b|prozent\\b)`)
const MONEY = pattern(
  `(?:[$€£¥₹]|\\b(?:USD|EUR|GBP|CHF|INR|Rs\\.?|US\\$))\\s?${FIGURE}(?:\\s?(?:m|bn|k|million|billion|thousand|crore|lakh)\\b)?|${NUMBER}\\s?(?:million|billion|thousand|crore|lakh)?\\s?(?:[$€£¥]|dollars?|euros?|pounds sterling|cents?|francs?|USD|EUR|CHF|crore|lakh)(?![\\p{L}])|\`\\s?${FIGURE} crore|\\b(?:free of charge|at no (?:extra )?cost)\\b`,
)
/** "When can I be fitted?" is answered by "once the scar has healed", too. */
const ANY_TIME = /^when (?:can|may|should|must|do|does|is|are|will|to)\b(?!.*\b(?:starts?|begins?|opens?|held|takes? place)\??$)/i
const OCCASION =
  /\b(?:once|as soon as|until|after|before|during|immediately|at the (?:beginning|end|start) of|when) (?!this time\b|that\b)[\p{L}’']+ [\p{L}’']+(?: [\p{L}’']+){0,6}/giu
/** "15 euros more" is no price. */
const DIFFERENCE = /^ (?:more|less|extra|off|cheaper|higher|lower)\b/i
const MEASURE = pattern(`${NUMBER}\\s?(?:${UNIT})(?![\\p{L}])|${NUMBER}\\s?(?:x|times)\\b`)
/** "(Lee et al., 2019)", "Lee et al. (2019)": the year of a work that is referred to is no number of anything. */
const CITED = /\([^()]{2,120}, (?:19|20)\d\d[a-z]?(?:;[^()]{0,120})?\)|(?<=et al\. )\((?:19|20)\d\d[a-z]?\)/gu
/** "How large is the fund?" */
const LARGE_ASKED = /^how (?:large|big|high)\b/i
/** "How long is the bridge?" */
const LENGTH_ASKED = /^how long (?:is|are|was|were)\b/i
const LENGTH = pattern(
  `(?:${NUMBER}|\\ban?)[\\s-](?:km|m|cm|mm|miles?|feet|foot|ft|inch(?:es)?|yards?|met(?:re|er)s?|kilomet(?:re|er)s?|pages?|bytes?|bits?|characters?|letters?|words?|lines?|digits?)(?![\\p{L}])`,
)
const FIGURES = pattern(
  `(?<![\\p{L}\\d])(?:${FIGURE}|\\b(?:zero|once|twice|(?!one (?:reason|another|thing|way|day|of|or|such|can|may|should|must)\\b)(?:${SMALL}))\\b)(?:[a-z](?![\\p{L}]))?`,
)
const EMAIL = pattern('[\\w.+-]+@[\\w-]+\\.[\\w.]+')
const WEBSITE = pattern('\\bhttps?://\\S+|\\bwww\\.\\S+|(?<!@)\\b[\\w-]+\\.(?:org|com|net|gov|edu|au|uk|io|de|fr|es)(?:\\.\\w{2})?\\b')
const PHONE = pattern('(?:\\+?\\d{1,3}[ .-]?)?(?:\\(\\d{2,5}\\)[ .-]?)?\\d{2,4}(?:[ .-]\\d{2,5}){1,4}')
const MOMENT = /\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?/g
const NAME =
  /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}’']*\.?)(?:[ \u00a0-](?:(?:of|the|de|van|von|der|den|la|le|di|da|del|al|bin|du)[ \u00a0]){0,2}\p{Lu}[\p{L}’'&]*\.?)*/gu
const LOCATIVE =
  /\b(?!in (?:order|addition|general|accordance|response|case|fact|part|turn|terms|which|this|that|particular|other)\b|at (?:least|most|all|the same|this|that|any|a time)\b|on (?:behalf|condition|average|which|the other)\b|to (?:be|do|have)\b)(?:in|at|on|near|from|to|into|inside|outside|across|between|throughout|behind|above|below|under|beside|along|via|over|within|in|bei|dans|à|en) (?:(?:the|a|an|each|every|all|any|its|their|your|our|der|dem|den|la|le|el|los) )?(?:[\p{L}’'-]+)(?: [\p{L}’'-]+){0,3}/giu
const ADDRESS =
  /\b(?:Level \d+, )?\d{1,5} (?:\p{Lu}[\p{L}.]* ?){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Drive|Way|Square|Place|Court)\b|\b\p{Lu}[\p{L} ]+, \p{Lu}{2,3} \d{4,5}\b|\p{L}+(?:straße|strasse|weg|platz) \d+/gu
const REASON =
  /(?<=^|[:;] )to \p{L}{3,}[^,.;]{0,80}|, (?:enabling|allowing|making|giving|letting|helping|leading|causing|resulting|which (?:causes|makes|leads|forces|prevents|lets|allows|keeps|caused|made|led|forced|prevented|let|allowed|kept|delayed|meant|resulted))\b|\b(?:happens?|occurs?|develops?|arises?|appears?) (?:\p{Ll}+ ){0,3}(?:if|when|after)\b|\b(?:because|since|due to|owing to|as a result|so that|so (?:it|they|he|she|we|you|nobody|never|the|this|there)|in order to|so as to|therefore|thus|thanks to|to (?:ensure|avoid|prevent|protect|make|help|allow|keep|provide|give|reduce|improve|accommodate|enable|let|increase|save|compensate|support|maintain|meet|minimi[sz]e)|reason(?:s)?|caused? by|which means|this means|(?<!such |[\p{L}]ed |well |soon |long |far )as (?:it|they|he|she|we|the)|for fear|leads? to|threatened|needed to|wanted to|in need of)\b|\b(?:weil|da|damit|wegen|denn|parce que|car|afin|pour que|porque|debido|para que|ya que)\b/giu

/** The text with blanks where something stands that is not meant: offsets stay. */
const blanked = (text: string, expression: RegExp): string => text.replace(expression, (found) => ' '.repeat(found.length))

const spansOf = (text: string, expression: RegExp): TypedSpan[] =>
  [...text.matchAll(expression)].map(({ 0: match, index }) => ({ start: index, end: index + match.trimEnd().length }))

const BODY =
  /\b(?:Inc|Corp|Corporation|Company|Co|Ltd|GmbH|AG|LLC|University|Institute|Council|Department|Agency|Ministry|Court|Committee|Board|Laboratories|Association|Foundation|Society|Bank|Office|Group|Commission|Press|Trustee|Team|Union|Party)\b/

/**
 * Capitalised runs that name somebody or something: not the first word of a sentence where it is a word of the language.
 * @param common lower-case words of the language, as the texts around use them
 */
export function namesIn(text: string, common: ReadonlySet<string>): TypedSpan[] {
  return spansOf(text, NAME).flatMap(({ start, end }) => {
    let from = start
    // "The", "However", "In": words that stand at the beginning, and words that the texts write small elsewhere
    for (;;) {
      const word = /^[\p{L}’']+/u.exec(text.slice(from, end))?.[0]
      if (word === undefined) return []
      const lower = word.toLowerCase().replace(/[’']s$/, '')
      const first = from === 0 || /[.!?:•"“(\n]\s*$/u.test(text.slice(Math.max(0, from - 3), from))
      if (!isFunctionWord(lower) && !(first && common.has(lower) && !BODY.test(word))) break
      const next = /^[\p{L}’']+[ \u00a0-]+/u.exec(text.slice(from, end))
      if (!next) return []
      from += next[0].length
    }
    return end > from ? [{ start: from, end: end - (/’s$|'s$/.test(text.slice(from, end)) ? 2 : 0) }] : []
  })
}

const NO_PERSON =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|figure|table|chapter|section|page|note|tel|phone|email)\b/i

const OFFICE = /\p{Lu}[\p{L}’']+ Office\b/u

/** A person, or a body of people that acts. */
/** "Who owns the folder?": what something is owned by. */
const DONE_TO = /^who(?: (?:has|have|had|must|should|can|may|will|does|do|did) (?:to )?)? ?(?!is\b|was\b|are\b|were\b)\p{Ll}+/iu
const DONE =
  /(?<=\b(?:\p{L}+(?:ed|wn|en)|made|built|held|run|led|sold|kept|paid|sent|put|set|done) by )(?:(?:the|an?) )?(?!\p{L}+ing\b|means\b|way\b|hand\b)[\p{L}\d][^\s,.;:]*/giu

function people(text: string, common: ReadonlySet<string>, asked: string): TypedSpan[] {
  if (OFFICE.test(text) && !/\p{Lu}[\p{Ll}’']+ \p{Lu}[\p{Ll}’']+/u.test(text.replace(OFFICE, ''))) return []
  const roles = spansOf(
    text,
    /\b(?:an? |the )?(?:[\p{L}-]+ )?(?:pathologist|doctor|nurse|surgeon|specialist|teacher|manager|officer|director|president|judge|mayor|committee|board|team|engineer|trustee|operator|owner|employee|customer|supplier|agency|staff|members|students|visitors|commander|dentist|pharmacist|scientist|journalist|artist|pilot|driver|lawyer|attorney|clerk|secretary|minister|captain|coach|caretaker|janitor|principal|farmer|builder|founder|editor|steward|volunteer|visitor|miller|inspector|technician|administrator|user|parent|parents|keeper|author)s?\b/giu,
  )
  const names = namesIn(text, common).filter(({ start, end }) => {
    const name = text.slice(start, end)
    return !NO_PERSON.test(name) && (/\s/.test(name) || BODY.test(name) || name.length > 2)
  })
  return [...names, ...roles, ...(asked && DONE_TO.test(asked) ? spansOf(text, DONE) : [])]
}

/** "Where do I get it from?", "Where does the path lead?": then what is no name answers, too. */
const FROM = /\bfrom (?:(?:the|an?|its|their|your|our) )?(?!\d)\p{L}[\p{L}’'-]+/giu
const TO = /\b(?:to|into|onto|toward|towards|over|via) (?:the|an?|its|their|your|our|\p{Lu}[\p{L}’'-]+)\b(?: \p{L}[\p{L}’'-]+)?/gu
/** Where a file is. */
const PATH = /(?<![\p{L}\p{N}/.:$])(?:~|[A-Z]:|\$\p{L}+)?[/\\][\w.-]+(?:[/\\][\w.-]+)+/gu
/** Where a text of the law or a manual says something. */
const PROVISION =
  /§+ ?\d|\b(?:in|under|by|at) (?:section|article|chapter|part|title|annex|appendix|schedule|rule|paragraph|clause|page|table|figure)s? \(?[\dIVXA-H]/giu
/** What is sent somewhere, or found on the web. */
const REACHED = /\bwhere\b.*\b(?:send|sent|mail|write|report|apply|register|download|contact|find|found|read|get)\b/i
const FROM_WHERE = /\bfrom where\b|\bwhere\b.*\b(?:from|buy|get|obtain|collect|borrow|order|come|comes|came)\b/i
const TO_WHERE =
  /\bwhere\b.*\b(?:to|go|goes|went|gone|lead|leads|led|send|sends|sent|take|takes|took|taken|bring|brought|move|moved|return|returned|report)\b/i

function places(text: string, common: ReadonlySet<string>, asked: string): TypedSpan[] {
  const named = new Set(namesIn(text, common).flatMap(({ start, end }) => text.slice(start, end).split(/\s+/)))
  const locative = spansOf(text, LOCATIVE).filter(({ start, end }) => {
    const words = text.slice(start, end).split(/\s+/).slice(1)
    return (
      words.some((word) => named.has(word)) ||
      /^(?:in|at|on|near|into|inside|outside|across|along|between|under|above|behind|beside|within)$/i.test(
        text.slice(start).split(/\s+/)[0]!,
      )
    )
  })
  return [
    ...locative,
    ...(FROM_WHERE.test(asked) ? spansOf(text, FROM) : []),
    ...(TO_WHERE.test(asked) ? spansOf(text, TO) : []),
    ...spansOf(text, PATH),
    ...spansOf(text, PROVISION),
    ...(REACHED.test(asked) ? [...spansOf(text, EMAIL), ...spansOf(text, WEBSITE)] : []),
    ...spansOf(text, ADDRESS),
    ...spansOf(text, /\b(?:of birth|location|venue|address|campus|headquarters):? .{3,60}/giu),
  ]
}

const HOW_OFTEN = /\bhow (?:often|frequently|regularly)\b/i
const FREQUENCY =
  /\b(?:every|each|once|twice|never|always|hourly|daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually|annual|biennial(?:ly)?|continuous(?:ly)?|constantly|regularly|frequently|rarely|seldom|whenever|per (?:day|week|month|year|hour|minute|second)|times (?:a|an|per|each|every))\b|\b(?:a|per) (?:day|week|month|year|hour|minute|second)\b/giu
/** "When does it open?" asks for what holds on any day. */
const AGAIN_AND_AGAIN = /\b(?:when|what time|which day|what day|at what hour)s? (?:do|does|is|are|can|may|must|should|will)\b/i
const WEEKLY =
  /\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|(?:at|by|from|until|till|after|before) (?:noon|midnight|dawn|dusk|sunrise|sunset|(?:half past |quarter (?:past|to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?= in the| o['’]clock|$|[ ,.](?!\p{Ll}*(?:s|hundred|days|years)\b))))\b/giu

/** What of a sentence could answer a question of this type, `asked` in these words; undefined where any sentence could. */
export function spansFor(type: AnswerType, text: string, common: ReadonlySet<string>, asked = ''): TypedSpan[] | undefined {
  switch (type) {
    case 'person':
      return people(text, common, asked)
    case 'place':
      return places(text, common, asked)
    case 'date':
      return [
        ...spansOf(text, DATE),
        ...spansOf(text, TIME),
        ...(ANY_TIME.test(asked) ? spansOf(text, OCCASION) : []),
        ...(AGAIN_AND_AGAIN.test(asked) ? spansOf(text, WEEKLY) : []),
      ]
    case 'time':
      return [...spansOf(text, TIME), ...(AGAIN_AND_AGAIN.test(asked) ? spansOf(text, WEEKLY) : [])]
    case 'duration':
      return [...spansOf(text, DURATION), ...(LENGTH_ASKED.test(asked) ? spansOf(text, LENGTH) : [])]
    case 'percent':
      return spansOf(text, PERCENT)
    case 'money':
      return spansOf(text, MONEY).filter(({ end }) => !DIFFERENCE.test(text.slice(end)))
    case 'measure':
      return [
        ...spansOf(text, MEASURE),
        ...spansOf(text, DURATION),
        ...spansOf(text, DATE),
        ...(LARGE_ASKED.test(asked) ? spansOf(text, MONEY) : []),
      ]
    case 'number':
      if (HOW_OFTEN.test(asked)) return spansOf(text, FREQUENCY)
      return [...spansOf(blanked(text, CITED), FIGURES), ...spansOf(text, MONEY)]
    case 'email':
      return spansOf(text, EMAIL)
    case 'website':
      return spansOf(text, WEBSITE)
    case 'phone':
      return spansOf(blanked(text, MOMENT), PHONE)
    case 'address':
      return [...spansOf(text, ADDRESS), ...spansOf(text, EMAIL)]
    case 'reason':
      return spansOf(text, REASON)
    default:
      return undefined
  }
}
