/** Forms of English verbs that no rule gives: each line's first word is the base. */
const IRREGULAR = `be was were been|bear bore borne born|beat beaten|become became|begin began begun|bend bent|bet|bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred
bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug|do did done|draw drew drawn|dream dreamt|drink drank drunk
drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fling flung|fly flew flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven
freeze froze frozen|get got gotten|give gave given|go went gone|grind ground|grow grew grown|hang hung|have had|hear heard|hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lay laid
lead led|lean leant|leap leapt|learn learnt|leave left|lend lent|lie lay lain|light lit|lose lost|make made|mean meant|meet met|pay paid|ride rode ridden|ring rang rung|rise rose risen|run ran
say said|see saw seen|seek sought|sell sold|send sent|sew sewn|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid
sow sown|speak spoke spoken|speed sped|spend spent|spin spun|spring sprang sprung|stand stood|steal stole stolen|stick stuck|sting stung|strike struck|strive strove striven|swear swore sworn|sweep swept
swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown|tread trod trodden|undergo underwent undergone|understand understood
undertake undertook undertaken|wake woke woken|wear wore worn|weave wove woven|weep wept|win won|wind wound|withdraw withdrew withdrawn|withstand withstood|wring wrung|write wrote written
man men|woman women|child children|foot feet|tooth teeth|mouse mice|goose geese|person people|good better best|bad worse worst`

const bases = new Map<string, string>()
for (const line of IRREGULAR.split(/[|\n]/)) {
  const [base = '', ...forms] = line.split(' ')
  for (const form of forms) bases.set(form, base)
}

/** WordNet's rules of detachment by part of speech: what stands at a word's end, and what its base form has there. */
const ENDINGS: Readonly<Record<'n' | 'v' | 'a' | 'r', readonly (readonly [string, string])[]>> = {
  n: [
    ['s', ''],
    ['es', ''],
    ['ies', 'y'],
    ['ves', 'f'],
  ],
  v: [
    ['s', ''],
    ['es', ''],
    ['ies', 'y'],
    ['ed', 'e'],
    ['ed', ''],
    ['ied', 'y'],
    ['ing', 'e'],
    ['ing', ''],
  ],
  a: [
    ['er', 'e'],
    ['er', ''],
    ['est', 'e'],
    ['est', ''],
    ['ier', 'y'],
    ['iest', 'y'],
  ],
  r: [],
}
const SHORTEST = 3

/** What the base form of an English word may be as this part of speech, the word itself first. */
export function baseForms(word: string, pos: keyof typeof ENDINGS): string[] {
  const irregular = bases.get(word)
  if (irregular) return [irregular, word]
  const cut = ENDINGS[pos].flatMap(([ending, base]) => {
    const rest = word.slice(0, -ending.length)
    if (!word.endsWith(ending) || word.endsWith('ss') || rest.length + base.length < SHORTEST) return []
    // "stopped": the last letter is doubled
    return base === '' && ending !== 's' && /([bdglmnprt])\1$/.test(rest) ? [rest, rest.slice(0, -1)] : [rest + base]
  })
  return [...new Set([word, ...cut])]
}
