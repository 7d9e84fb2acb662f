import type { RuleName } from '../../stored/finding.ts'
import type { Measure } from '../query-rows.ts'

/** What words of a question mean, in English, German and Spanish; of texts that `foldWords` has folded. */

const words = (list: string): RegExp => new RegExp(`\\b(?:${list.trim().replaceAll(/\s*\n\s*/g, '|')})\\b`)

/** The first that fits counts. */
export const measureWords: readonly (readonly [Measure, RegExp])[] = [
  ['share', words('federal (?:share|rate|percent\\w*)|bundesanteile?|anteil des bundes|(?:participacion|cuota|porcentaje) federal')],
  ['federal', words('federal\\w*|bundesmittel|fondos federales')],
  [
    'benefits',
    words('benefits?|fringes?|nebenleistung\\w*|sozialleistung\\w*|zusatzleistung\\w*|lohnnebenkosten|prestacion\\w*|beneficios?'),
  ],
  [
    'salary',
    words(`salar\\w*|\\w*gehalt\\w*|lohn\\w*|sueldos?|wages?|pay|pays|paid|payroll|earn\\w*|\\w*verdien\\w*|gana|ganan|gano|cobran?|\\w*bezahlt\\w*
      pagad\\w*|remunera\\w*|\\w*vergutung\\w*|compensation|make|makes`),
  ],
  [
    'total',
    words(
      'totals?|costs?|costing|\\w*kosten|kostet|costos?|costes?|cuestan?|expens\\w*|dear\\w*|teuer\\w*|car[oa]s?|gesamt\\w*|altogether',
    ),
  ],
]

export const highestWords =
  words(`highest|most|biggest|largest|greatest|top|max|maximum|best|dearest|priciest|\\w*hochst\\w*|grosst\\w*|meist\\w*|best\\w*
  teuerst\\w*|maximal\\w*|mas(?! de \\d)|mayor(?:es)?|maxim[oa]s?|mejor\\w*|topverdiener|stark\\w*`)
export const lowestWords =
  words(`lowest|least|smallest|min|minimum|cheapest|worst|niedrigst\\w*|wenigst\\w*|kleinst\\w*|geringst\\w*|minimal\\w*
  schlechtest\\w*|billigst\\w*|gunstigst\\w*|menor(?:es)?|menos(?! de \\d)|minim[oa]s?|peor(?:es)?|mas (?:baj[oa]s?|barat[oa]s?|pequen[oa]s?)`)
export const averageWords = words(
  'averages?|mean (?:salary|pay|wage|cost|benefits?)|avg|durchschnitt\\w*|mittler\\w*|mittelwert|promedios?|media|en promedio',
)
export const medianWords = words('median|\\w*median\\w*|mediana')
export const countWords = words('how many|number of|count|headcount|wie ?viele|anzahl|cuant[oa]s|numero de|cantidad de')
export const listWords =
  words(`list|show|which|who|whose|name|names|give me|tell me|all|liste|zeige?|welche\\w*|wer|wessen|nenne|alle|lista|listar|muestra
  muestrame|cuales|que|quien|quienes|todos|todas|enumera|dame|dime`)

/** What there are many of. */
export const kindWords = {
  employees:
    words(`employees?|people|persons?|staff|workers?|headcount|mitarbeit\\w*|angestellt\\w*|beschaftigt\\w*|leute|personen|person|emplead\\w*
    trabajador\\w*|personas?|personal|everyone|everybody|somebody|someone|anybody|anyone|jemand|alguien`),
  positions: words(
    'positions?|jobs?|job titles?|roles?|titles?|occupations?|stellen?|berufe?|berufsgruppen?|funktionen|positionen|puestos?|cargos?|posicion(?:es)?',
  ),
  pools: words('(?:cost )?pools?|kostenstellen?|kostenpools?|kostengruppen?|grupos?(?: de costos?)?|cost cent(?:er|re)s?'),
  sheets: words('sheets?|tabs?|blatt|blatter|tabellenblatt\\w*|hojas?'),
  rows: words('rows?|lines?|entries|records|zeilen?|eintrage?|datensatze|filas?|registros?|lineas?'),
} as const
export type Kind = keyof typeof kindWords

const each = 'by|per|for each|for every|of each|each|every|je|pro|nach|fur jede[rs]?|jede[rs]?|por|cada|de cada|según|segun|across'
const which = 'which|what|welche[rsnm]?|que|cual|cuales|in which|in welcher|en que'
const kinds = { position: kindWords.positions, pool: kindWords.pools, sheet: kindWords.sheets } as const
const before = (lead: string, kind: RegExp) =>
  new RegExp(`\\b(?:${lead}) (?:cost |single |einzelne[rn]? |es (?:el |la )?)?(?:${kind.source})`)
const ledBy = (lead: string) =>
  (Object.entries(kinds) as [keyof typeof kinds, RegExp][]).map(([by, kind]) => [by, before(lead, kind)] as const)
/** `by position`, `je Stelle`. */
export const groupedBy = ledBy(each)
/** `which pool`, `qué puesto`. */
export const askedFor = ledBy(which)

export const findingWords = {
  error: words('errors?|fehler\\w*|mistakes?|errores'),
  warning: words('warnings?|warnung\\w*|advertencias?'),
  info: words('notes?|hinweise?n?|notas?|infos?'),
  any: words(`findings?|befunde?n?|hallazgos?|problem\\w*|issues?|wrong|incorrect\\w*|falsch\\w*|flag\\w*|markiert|beanstandet|auffallig\\w*|stimmt
    ordnung|okay|ok|mal|senalad\\w*|marcad\\w*|suspicious|verdachtig\\w*|correct|korrekt|bad|fault\\w*|bien|complain\\w*|moniert`),
} as const

const none = 'no|not|without|missing|lack\\w*|empty|blank|ohne|kein\\w*|fehl\\w*|leer\\w*|sin|faltan?|vaci[oa]s?'
export const missingWords = words(none)

/** Which rule a question is about; the first that fits counts. */
export const ruleWords: readonly (readonly [RuleName, RegExp])[] = [
  [
    'duplicate_employee',
    words(
      'duplicat\\w*|duplicad\\w*|dupe?s?|twice|double|doppelt\\w*|dopplung\\w*|duplikat\\w*|zweimal|repetid\\w*|dos veces|mehrfach\\w*|listed more than once',
    ),
  ],
  ['negative_amount', words('negativ\\w*|below zero|less than (?:zero|nothing)|unter null|menos de cero|bajo cero')],
  [
    'federal_share_over_100',
    words(
      '(?:over|above|more than|exceed\\w*|uber|mehr als|mas del?|mas de|por encima del?) (?:100|hundred|hundert|cien)(?: percent| prozent| por ciento)?',
    ),
  ],
  ['outlier', words('outliers?|unusual\\w*|ausreisser\\w*|ungewohnlich\\w*|atipic\\w*|inusual\\w*|anomal\\w*')],
  [
    'total_mismatch',
    words(
      'total row|summenzeile|fila (?:de |del )?total|total (?:row )?(?:wrong|mismatch\\w*|off)|totals? (?:do|does|did)(?: not|n t|nt)? (?:match|agree|add up|tie)|(?:does|do) (?:the |this |it )?(?:totals? )?(?:not )?add up|summen? (?:stimmt|stimmen|falsch)|stimm(?:t|en) die summen?|cuadran? (?:el |los )?total\\w*|total\\w* (?:no )?(?:cuadra\\w*|coincide\\w*)|mismatch\\w*',
    ),
  ],
  [
    'benefits_ratio',
    words(
      'benefits? (?:ratio|proportion)\\w*|out of proportion|proportion of benefits|benefits? (?:too|unusually) (?:high|low)|verhaltnis der nebenleistungen|nebenleistungen im verhaltnis|proporcion de (?:las )?prestaciones',
    ),
  ],
  [
    'position_without_pool',
    words(
      `(?:${none}) (?:\\w+ ){0,2}?(?:function codes?|(?:cost )?pools?|kostenstellen?|kostenpools?|kostengruppen?|grupos?(?: de costos?)?|codigo de funcion)|unassigned|nicht zugeordnet\\w*|(?:pool|kostenstelle|grupo(?: de costos)?) (?:is |ist )?(?:missing|fehlt|falta)`,
    ),
  ],
  [
    'malformed_value',
    words(
      'malformed|unreadable|invalid|not (?:a )?numbers?|text in (?:an? )?amounts?|ungultig\\w*|unlesbar\\w*|keine zahl\\w*|invalid[oa]s?|no (?:es|son) (?:un )?numeros?|ilegib\\w*',
    ),
  ],
  [
    'missing_value',
    words(
      'missing (?:values?|data|cells?|entries|information)|empty (?:cells?|values?)|blank cells?|blanks?|fehlende (?:werte?|angaben|daten|zellen)|leere (?:zellen?|felder)|(?:valores|datos) (?:que )?faltan(?:tes)?|faltantes|celdas vacias|what is missing|whats missing|was fehlt|que falta',
    ),
  ],
  [
    'quarter_change',
    words(
      '(?:more than|over|by|mehr als|um|mas del?) 25 ?(?:percent|prozent|por ciento)?|jump\\w*|big changes?|large changes?|grosse anderungen|grandes cambios|sprunge?',
    ),
  ],
]

/** The field of a cell that is empty. */
export const fieldWords = {
  salary: words('salar\\w*|gehalt\\w*|gehalter|lohn|sueldos?|pay|wages?'),
  benefits: words('benefits?|fringe|nebenleistung\\w*|prestacion\\w*|beneficios?'),
  share: words('federal (?:share|percent\\w*)|bundesanteil|(?:participacion|cuota|porcentaje) federal'),
  period: words('periods?|quarters?|zeitraum|quartal\\w*|periodos?|trimestres?'),
  position: words('positions?|job titles?|stelle|puestos?|cargos?'),
  name: words('names?|namen?|nombres?'),
  id: words('(?:employee )?ids?|employee numbers?|personalnummern?|identificacion'),
} as const

export const compareWords =
  words(`compar\\w*|vergleich\\w*|vergliche\\w*|grew|grow|grown|growth|gestiegen|steigt|stieg|gewachsen|wuchs|zugenommen|crecio|crecido|crecieron
  crecimiento|aument\\w*|subio|subido|increas\\w*|decreas\\w*|rose|rise|risen|fell|fall|fallen|drop\\w*|shrank|shrunk|change|changed|changes|difference|anderung\\w*|verander\\w*|geandert
  gesunken|sank|gefallen|bajado|disminu\\w*|cambi\\w*|diferencia|trend|vorquartal\\w*|letzte[nsm]? quartal|vorige[nsm]? quartal|raises?|pay rise|gehaltserhohung\\w*|aumentos?|trimestre (?:anterior|pasado|previo)
  (?:last|previous|prior|preceding) (?:quarter|period|report)|quarter before|(?:before|anterior|previous)|went up|went down|gone up|gone down|go up|go down|goes up|goes down|shrink\\w*`)
export const fellWords = words(
  'decreas\\w*|fell|fall|fallen|drop\\w*|shrank|shrunk|shrink\\w*|gesunken|sank|gefallen|bajado|bajo|disminu\\w*|went down|gone down|abgenommen',
)
/** `which quarter`: of several. */
export const whichQuarter = words('(?:which|what|welche\\w*|que|cual|en que|in welchem) (?:quarter|year|quartal|jahr|trimestre|ano)')
export const whoWords = words('who|whose|wer|wessen|quien|quienes|de quien')
/** Their name has a word in it that is about sums. */
export const costPools = /\bcost (?=pools?\b|cent)|\bgrupos? de costos?\b/g
export const quarterWords = words('quarters?|quartale?n?s?|trimestres?|years?|jahre?s?|anos?')

export const totalWords =
  words(`\\w*total\\w*|sums?|\\w*summen?|add up|how much|wie ?viel|cuanto|\\w*kosten|kostet|costs?|costos?|costes?|cuestan?|spend\\w*|spent|gesamt\\w*
  ausgegeben|ausgaben|gasta\\w*|gastos?|altogether|expens\\w*|payroll|suma|sumas|insgesamt`)
export const summaryWords = words(
  'summar\\w*|overview|zusammenfass\\w*|fasse?|uberblick|resum\\w*|what s in|what is in|was steht|que contiene|que dice|que hay en|tell me about (?:the|this) report|about (?:the|this) report',
)
export const submitWords = words(
  'submit\\w*|release\\w*|ready to (?:go|send|file)|send (?:it|this)|file (?:it|this)|einreich\\w*|eingereicht|abgeben|abgegeben|freigeben|freigegeben|absenden|enviar\\w*|presentar\\w*|entregar\\w*',
)
export const suspectWords = words('off|strange|odd|weird|fishy|komisch|seltsam|raro|rara|extran\\w*')
export const fixWords = words(
  'fix\\w*|correct (?:it|this|that)|repair|solve|do about (?:it|this|that)|beheb\\w*|behoben|korrigier\\w*|corrig\\w*|corregir\\w*|arregl\\w*|solucion\\w*|why|warum|wieso|por que|explain|erklar\\w*|explica\\w*|what does (?:it|that|this) mean|was bedeutet das|que significa eso',
)
const mend = 'fix|correct|do|repair|beheb\\w*|korrigier\\w*|tun|machen|corregir|corrijo|arreglar|arreglo|hacer|hago'
const atFirst = 'first|zuerst|als erstes|primero'
/** `what should I fix first?` */
export const fixFirstWords = new RegExp(`\\b(?:${mend})\\b.*\\b(?:${atFirst})\\b|\\b(?:${atFirst})\\b.*\\b(?:${mend})\\b`)
export const meaningWords = words(
  'what (?:is|are|does)|mean|means|meaning|was ist|was sind|bedeutet|heisst|que es|que son|que significa\\w*|explain|erklar\\w*|explica\\w*|define',
)

export const helloWords =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|gruss gott|moin|servus|hola|buen[oa]s(?: dias| tardes| noches)?)\b(?: (?:there|zusammen|team|everyone|a todos))?$/
export const thanksWords =
  /^(?:(?:ok|okay|great|super|gut|perfect\w*|genial|bien|prima|no|nein) )*(?:thanks?(?: you)?|thx|danke\w*|vielen dank|muchas gracias|gracias|bye|goodbye|tschuss|adios|cheers|auf wiedersehen|hasta luego)\b[\w ]{0,30}$/
export const helpWords = words(
  'help|hilfe|ayuda|what can (?:you|i) (?:do|ask|answer)?|what do you do|who are you|was kannst du|was konnen sie|wer (?:bist du|sind sie)|que (?:puedes|sabes|puedo)|quien eres|quien es usted|was kann ich fragen',
)

/** Leads that make a question a piece of the one before. */
export const followLead =
  /^(?:and|und|y|e|or|oder|o|what about|how about|was ist mit|wie ist es mit|wie sieht es (?:aus )?(?:bei|mit)|que hay de|que tal|same for|dasselbe fur|lo mismo para|also|only|nur|solo|but|aber|pero|ok and|now|jetzt|ahora)\b/
/** Somebody, or something, of the answer before. */
export const pronounWords = words(
  'he|she|him|her|his|hers|they|them|their|er|ihr|ihm|ihn|seine?|ihre?|el|ella|su|sus|that person|this person|diese person|esa persona',
)
export const itWords = words('it|this|that|das|es|eso|esto|este|ese|diesen?|one|lo')

/** Positions as other languages call them: the start of a word, and what stands for it in English. */
export const professions: readonly (readonly [RegExp, string])[] = [
  [/^(?:krankenschwester|krankenpfleger|pflegekr[ae]ft|pfleger|schulkrankenschwester|enfermer)/, 'nurse'],
  [/^(?:lehrer|lehrkr[ae]ft|maestr|docente|profesor)/, 'teacher'],
  [/^(?:berater|consejer|orientador)/, 'counselor'],
  [/^(?:schreibkr[ae]ft|sachbearbeiter|burokr[ae]ft|oficinist|secretari|administrativ[oa]s?$)/, 'clerk'],
  [/^(?:sprachtherapeut|logopad|logoped|fonoaudiolog|terapeutas?$)/, 'speech therapist'],
  [/^(?:psycholog|psicolog|schulpsycholog)/, 'psychologist'],
  [/^(?:hilfskr[ae]ft|assistent|auxiliar|ayudante)/, 'aide'],
]

/** Words that say nothing by themselves. */
const plain = new Set(
  `a an the is are was were be been being am do does did done doing has have had having of in on at to for from with by as and or but if then than so that this these those
  there here it its it's i me my we us our you your he him his she her they them their what which who whom whose when where why how much many any some all both each every no not
  only just also too very can could would should will shall may might must please per s t d ll re ve get gets got give show tell list name names find see look up out about into over
  under above below between more most less least than same other another one ones paid pay let lets us like want need know report workbook file data sheet district ours overall exactly
  currently now still actually right like say says said still me again value values amount amounts figure figures number numbers average cost costs first last
  der die das den dem des ein eine einen einem einer eines ist sind war waren sein hat haben hatte und oder aber wenn dann als so dass diese dieser dieses diesen diesem es er sie wir ihr
  ich mir mich du dir dich uns euch mein dein unser was wer wen wem wann wo warum wie viel viele welche welcher welches welchen welchem in im an am auf aus bei beim mit nach von vom zu
  zum zur fur uber unter zwischen mehr weniger nicht kein keine auch nur noch sehr bitte gibt geben zeig zeige nenne liste alle jede jeder jedes je pro man kann konnen soll sollte
  bericht datei tabelle denn mal hier da dort etwas eigentlich insgesamt steht stehen hoch hohe viel werden wird betragt betragen
  el la los las un una unos unas es son era ser esta este esto estos estas ese esa eso hay ha han tiene tienen de del en con por para a al y o pero si que cual cuales quien quienes
  cuando donde como cuanto cuanta cuantos cuantas mas menos muy no ni tambien solo todo toda todos todas cada me mi nos su sus le les se lo yo tu usted ustedes informe archivo libro
  favor dame dime muestra muestrame lista puede puedo algo aqui valor valores cifra total
  distrito hoja cobra reciben recibe review against versus vs work works working go goes going went bekommt bekommen erhalt erhalten kriegt arbeiten
  arbeitet letzte letzten letztem letzter vorige vorigen trabajan trabaja tiene off today since seit desde anything everything actualraise raises pay rise gegenuber frente respecto`.split(
    /\s+/,
  ),
)
export const isPlain = (word: string): boolean => plain.has(word)
