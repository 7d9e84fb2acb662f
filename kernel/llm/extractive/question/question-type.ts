/** What an answer has to be, or to hold. */
export type AnswerType =
  | 'person'
  | 'date'
  | 'time'
  | 'place'
  | 'number'
  | 'money'
  | 'percent'
  | 'duration'
  | 'measure'
  | 'email'
  | 'phone'
  | 'website'
  | 'address'
  | 'definition'
  | 'reason'
  | 'list'
  | 'yes-no'
  | 'thing'

/** What is to be done with several values. */
export type Operation = 'greatest' | 'least' | 'sum' | 'count' | 'average' | 'compare'

export interface QuestionType {
  readonly type: AnswerType
  /** What may be meant as well where nothing of the type is found. */
  readonly orElse?: AnswerType
  readonly operation?: Operation
}

const TYPES: readonly (readonly [AnswerType, RegExp])[] = [
  ['email', /\be-?mail\b/],
  [
    'phone',
    /\b(?:phone|telephone|fax)\b(?: ?numbers?)?|^who(?:m)? (?:can|could|do|should|must|may) (?:i|you|we|one|people) (?:ring|call|phone)\b(?! (?:him|her|it|them|that|this)\b)|\b(?:what|which) number\b.{0,40}\bcall\b|telefonnummer|téléphone|teléfono/,
  ],
  ['website', /\bweb ?(?:site|page)\b|\burl\b|\blink (?:to|of|for)\b/],
  [
    'address',
    /\baddress\b|\badresse\b|\bdirección\b|\b(?:zip|postal) ?codes?\b|\bpostcode\b|\bpostleitzahl\b|\bcode postal\b|\bcódigo postal\b/,
  ],
  ['time', /\b(?:what|which) time\b|\bat what hour\b|qué hora|quelle heure|um wie\s?viel uhr|wie spät/],
  [
    'date',
    /\bwhen\b|\b(?:what|which|in what|in which)\s+(?:year|date|day|month|century|decade)\b|\bdate of\b|\bsince when\b|cu[aá]ndo|\bquand\b|\bwann\b|in welchem jahr|en qué año|何年|什么时候|متى/,
  ],
  [
    'duration',
    /\bhow long\b|\bhow much time\b|\bhow (?:far in advance|early|soon|quickly)\b|\bhow many (?:years|months|weeks|days|hours|minutes|seconds)\b|\bwhat (?:is|was) the (?:duration|length of time)|\bwie lange\b|cu[aá]nto tiempo|combien de temps|pendant combien/,
  ],
  [
    'percent',
    /\b(?:what|which) (?:percent\w*|proportion|share|fraction)\b|\bhow many percent\b|\bwie viel prozent\b|qué porcentaje|quel pourcentage/,
  ],
  [
    'money',
    /\bhow much (?:money|cash)\b|\bhow much (?:does|do|did|is|was|were|are) .{0,60}\b(?:cost|pay|paid|earn|spend|sell|worth|price)\b|\b(?:price|cost|fee|salary|budget) of\b|\bwhat (?:is|was|are|were|does|do|did) .{0,40}\b(?:price|cost|fee|salary)\b|\bwhat (?:does|do|did|can|would) .{1,60} (?:earn|cost|charge)\b|\b(?:was|wie\s?viel) kostet(?:e|en)?\b|\bcombien (?:coûte|coûtait|a coûté)|cu[aá]nto (?:cuesta|cost[oó])/,
  ],
  [
    'measure',
    /\bhow (?:tall|high|far|deep|wide|heavy|fast|old|large|big|long|hot|cold|thick)\b|\b(?:height|width|depth|weight|size|speed|temperature) of\b|\bwie (?:groß|weit|alt|schwer|schnell)\b/,
  ],
  [
    'number',
    /\bhow (?:many|much|often)\b|\b(?:what|which) (?:number|amount|total)\b|\b(?:what|which)(?:['’]s| is| was| are| were) (?:the )?(?:\w+ )?(?:number|amount|count) of\b|^(?:\w+ ){0,3}(?:the )?number of\b|\btotal (?:number|amount)\b|cu[aá]nt[oa]s?|\bcombien\b|\bwie\s?viele?\b|\bwie hoch\b|多少|كم/,
  ],
  ['place', /\bwhere\b|\b(?:what|which) (?:city|country|place|town|state|location)\b|d[oó]nde|(?:^|\s)où(?=\s)|\bwo\b|\bwoher\b|在哪/],
  ['person', /\bwho(?:m|se)?\b|qui[eé]n(?:es)?|\bqui\b|\bwer\b|\bwen\b|\bwem\b|谁|\bauthors? of\b/],
  [
    'number',
    /\b(?:what|which) (?:is|was|are|were) (?:(?! of ).){0,80}\b(?:revenues?|profits?|sales|turnover|population|capacity|income|budget|speed|number|score|temperature|expenses?|exports?|imports?|market (?:cap|share|value)|rate)(?= (?:of|in|for|at|on|per|from|to|between|during|after|before|under|over|by|since|as|this|last|now|today)\b|['’]|\s*\??$)/,
  ],
  ['reason', /\bwhy\b|\bhow come\b|\bfor what reason\b|\bwarum\b|\bwieso\b|\bpourquoi\b|por qu[eé]\b|为什么/],
]

/** "How large is the capitalisation of …?" asks for a figure. */
export const AMOUNT = /^how (?:large|big|high|low|great) (?:is|was|are|were) (?:the |its |their )?[\p{L} -]+ of\b/iu
/** What these questions begin with asks for something else than an address. */
const NO_ADDRESS =
  /^(?!who(?:m)? (?:can|could|do|should|must|may) (?:i|you|we|one|people) (?:ring|call|phone)\b)(?:who|whom|whose|when|why|did|was|were|had|how (?:many|much|long|often|old))\b/
const ADDRESSES: ReadonlySet<AnswerType> = new Set(['email', 'phone', 'website', 'address'])

const LIST =
  /^(?:please )?(?:list|name|enumerate)\b|\b(?:what|which|who) (?:are|were)\b(?! you)|\b(?:what|which) (?!(?:do|does|did|is|was|can|could|may|must|should|has|have|had)\b)(?:\w+ ){0,3}?\w{3,}s (?:are|were|do|does|did|belong|exist|can|could|may|must|should|have|has)\b|\bwhat should (?:i|you|we|one)\b|\bwhat (?:kinds|types|sorts) of\b/
const DEFINITION =
  /^(?:what|who) (?:is|are|was|were) (?:an? |the )?[^,?]{2,60}\??$|\bwhat does .{1,60} (?:mean|stand for)\b|\bdefin(?:e|ition)\b|\bmeaning of\b|^was (?:ist|sind) |^qu['’]est-ce qu|^qué (?:es|son) /
const YES_NO =
  /^(?:is|are|was|were|do|does|did|can|could|may|might|must|should|will|would|has|have|had|am)\b|^(?:ist|sind|war|hat|kann|darf|muss)\b|^est-ce que\b/

const GREATEST =
  /\b(?:most|highest|largest|biggest|greatest|maximum|longest|oldest|newest|latest|heaviest|tallest|fastest|deepest|widest|hottest|warmest|richest|best|top(?!-)|max|meisten|höchste\w*|größte\w*)\b/
const LEAST =
  /\b(?:fewest|least|lowest|smallest|minimum|shortest|youngest|earliest|slowest|lightest|coldest|coolest|poorest|cheapest|min|wenigsten|niedrigste\w*|kleinste\w*)\b/
/** They compare what is named, and of what is not only two: "which has more?", not "how long is a bigger one kept?". */
const MORE = /\b(?:more|higher|larger|bigger|greater)\b/
const LESS = /\b(?:cheaper|fewer|less|lower|smaller)\b/
const WHICH_ONE = /^(?:which|what|who|whose|welche\w*)\b/
const SUM = /\b(?:total|sum|altogether|in all|combined|add up|overall|together(?=\??$)|(?:over|across) all .*together)\b/
const AVERAGE = /\b(?:average|mean) (?:\p{L}+ ){0,2}(?:of|across)\b|\b(?:average|mean) (?:number|value)\b|\bon average\b/u
const COUNT = /^(?:(?:in|on|for|at|of) )?how many\b(?!.*\b(?:total|sum)\b)|\bcount (?:of|the)\b/

/** "Who was the picture painted by?" */
const DONE_BY = /^who(?:m)? (?:is|are|was|were) .+ by\??$/
/** "What are the dams made of?" asks what a sentence has to say in such words. */
export const MADE_OF =
  /^(?:what|which \p{L}+) (?:is|are|was|were) .+ (?:made|built|composed|constructed|formed|consist|comprised) (?:up )?(?:of|from|with)\??$|^(?:what|which \p{L}+) (?:does|do|did) .+ consist of\??$/u

/** "What are courses of action?" asks for a definition before it asks for a list; "What are the steps?" asks for the list. */
const WHAT_MANY_ARE =
  /^what (?:are|were) (?!the\b|some\b|all\b|my\b|your\b|our\b|his\b|her\b|its\b|their\b|these\b|those\b|good\b|examples?\b|possible\b|common\b)[\p{L}-]+(?: (?:of )?[\p{L}-]+){0,2}\??$/u
/** "What should I avoid?" is answered by one thing as well. */
const ADVICE = /^what (?:should|must|can) (?:i|you|we|one|people|staff|students|visitors)\b/
/** The text that is meant, behind a question that could stand without it. */
const IN_TEXT =
  /,? (?:according to [^?]{2,80}|(?:in|of) (?:the|this|that|your) (?:[\p{L}-]+ ){0,3}(?:guide|document|handbook|manual|report|paper|book|text|article|agenda|policy))(?=\s*\??$)/iu
export const withoutText = (question: string): string => question.replace(IN_TEXT, '')

/** A question without the case for which it is asked: "Where do we meet when it rains?" asks where, not when. */
export const mainClause = (question: string): string =>
  question.replace(/^((?:where|who|whom|whose|what|which|how|why)\b.{8,}?),? (?:when|if|while|once|unless|in case)\b.*$/is, '$1')

/** "What may a guest who stays do?" asks what: the clause that tells which guest asks nothing. */
const withoutRelativeClause = (question: string): string =>
  /\bname of\b/.test(question)
    ? question
    : question.replace(/^((?:what|which|how|where|when|why|in which)\b.*?[\p{L}\p{N}](?<!\b(?:and|or))) (?:who|whom|whose)\b.*$/su, '$1')

/** "10 metres or more" sets a bound and compares nothing. */
const BOUND =
  /\bor (?:more|less|fewer|higher|lower|greater|larger|smaller|longer|older|over|above|below)\b|\b(?:more|less|fewer) than \d|\bat (?:least|most)\b/g

/** What the words of a question ask for. */
export function typeOf(asked: string): QuestionType {
  const question = mainClause(asked)
  const q = withoutRelativeClause(question.trim().toLowerCase().replace(BOUND, ''))
  const compares =
    (/\bor\b/.test(q) || /\bthan\b/.test(q) || /\b(?:compare|difference between)\b/.test(q)) &&
    [GREATEST, LEAST, MORE, LESS, /compare|difference/].some((compared) => compared.test(q))
  const greatest = GREATEST.test(q) || (WHICH_ONE.test(q) && MORE.test(q))
  const least = LEAST.test(q) || (WHICH_ONE.test(q) && LESS.test(q))
  const operation: Operation | undefined = compares
    ? 'compare'
    : greatest && !/\bmore (?:about|information|details)\b|\b(?:find|get|read|learn|see|know|need|want) (?:out )?more\b/.test(q)
      ? 'greatest'
      : least
        ? 'least'
        : AVERAGE.test(q)
          ? 'average'
          : SUM.test(q)
            ? 'sum'
            : COUNT.test(q)
              ? 'count'
              : undefined
  // "Who is Mirela Quandt?" asks what there is to say of her
  const type = DONE_BY.test(q)
    ? 'person'
    : MADE_OF.test(q)
      ? 'thing'
      : /^who (?:is|was) (?!\p{Lu}[^,?]*[’']s? \p{Ll})\p{Lu}[^,?]{2,60}\??$/u.test(question.trim().replace(/^W/, 'w'))
        ? 'definition'
        : answerType(q)
  const orElse: Pick<QuestionType, 'orElse'> =
    type === 'definition' && WHAT_MANY_ARE.test(withoutText(q))
      ? { orElse: 'list' }
      : type === 'list' && ADVICE.test(q)
        ? { orElse: 'thing' }
        : {}
  return operation ? { type, operation, ...orElse } : { type, ...orElse }
}

function answerType(q: string): AnswerType {
  if (WHAT_MANY_ARE.test(withoutText(q)) && TYPES.every(([, pattern]) => !pattern.test(q))) return 'definition'
  const lists = LIST.test(q)
  if (AMOUNT.test(q)) return 'number'
  const asked = TYPES.find(([type, pattern]) => pattern.test(q) && !(ADDRESSES.has(type) && NO_ADDRESS.test(q)))?.[0]
  if (lists && (asked === undefined || asked === 'person' || asked === 'place')) return 'list'
  if (asked) return asked
  if (YES_NO.test(q)) return 'yes-no'
  if (
    DEFINITION.test(q) &&
    !/ (?:called|named|known as|abbreviated|uses?|using|as|by|with|(?<!stand )for|from|to|of|about|in|on|at)\??$/.test(q) &&
    !/^what (?:is|are|was|were) (?:[a-z]+ed|made|done|given|kept|built|written|said|shown|sold|sent|put|held|found) (?:with|by|as|into|onto|along|under|over|before|after|during) /.test(
      q,
    ) &&
    !/^(?:what|who) (?:is|are|was|were) .*(?: (?:of|for|in|at|on|by|from|to|between|during|near|under|behind|inside|beside|above|below|outside) |['’]s? )/.test(
      q,
    ) &&
    !/^what (?:is|are|was|were) (?:in|at|on|inside|under|behind|beside|near|above|below) (?:the|an?|it|its|my|your|our|their|his|her) /.test(
      q,
    )
  )
    return 'definition'
  return 'thing'
}
