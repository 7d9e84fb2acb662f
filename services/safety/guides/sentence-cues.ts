import type { Phase } from './guide.ts'

/** Verbs of what people do in an emergency, and before and after it. */
const VERBS = new Set(
  `accompany account act activate administer advise alert allow announce answer apply arrange ask assemble assess assign assist attend avoid barricade
  begin block bring call calm carry check choose clear close collect communicate complete conduct confirm contact continue control coordinate count cover
  crawl crouch debrief decide declare deliver deny designate determine direct disable dismiss dispatch display distribute divide do document drop educate
  email enforce ensure enter escort establish evacuate exercise exit face file fill find follow form gather get give go grab guide hand hang have head help
  hide hold identify implement inform initiate inspect instruct investigate isolate issue keep kneel know label lead leave let lie lift listen locate lock log
  look maintain make map mark meet monitor move note notify obey observe obtain offer open operate order organize participate perform pick place plan
  position post practice practise prepare prevent proceed protect provide pull put radio reach read reassure receive recommend record refer refill
  relay release relocate remain remind remove repair repeat replace report request rescue reset resume return reunite review ring run search seal secure
  see seek select send separate serve set shelter show shut sign signal silence sit sound speak stand start stay stock stop store submit supervise supply
  support sweep switch take talk teach tell test text thank track train transport treat try turn unlock update use verify visit wait walk warn wash watch wear work write`.split(
    /\s+/,
  ),
)
const MODAL =
  /\b(?:will|must|shall|should|(?:has|have|need|needs) to|(?:is|are) (?:to|responsible|required|expected|asked)|do not|don['’]t|never|nobody|no one|only)\b/i
/** What speaks of the text or of the world, and asks nothing of anybody. */
const TELLS_OF =
  /\b(?:as follows|the following (?:example|table|list|sections?)|click|drop-?down|web ?(?:site|page)|for (?:more|further) information|for questions|(?:this|the) (?:annex|plan|document|guide|section|chapter|handbook|appendix) (?:is|was|applies|describes|supersedes|covers|has|does|should|provides|outlines|contains)|purpose of this|supersedes|revised|adopted|the process of|is defined as|turn out to be|may include|it is important (?:that|to)|may be made|are as)\b/i

/** Whether a sentence says what somebody does, has to do or must not do. */
export function asksForSomething(sentence: string): boolean {
  if (sentence.endsWith('?') || TELLS_OF.test(sentence)) return false
  if (MODAL.test(sentence)) return true
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? []
  return words.some((word, i) => {
    const before = words[i - 1] ?? ''
    // Lead, leads; they lead, teachers lead; is led.
    if (VERBS.has(word)) return (i === 0 && words.length > 1) || /(?:s|ly)$/.test(before) || SUBJECTS.has(before)
    if (/^(?:is|are|be)$/.test(before)) return /(?:ed|pt|nt|ld|wn|ken)$/.test(word)
    return word.endsWith('s') && basesOf(word).some((base) => VERBS.has(base))
  })
}

const SUBJECTS = new Set('staff people they we you children personnel team everyone everybody who please then and'.split(' '))
/** Takes, carries, touches. */
const basesOf = (word: string): string[] => [word.slice(0, -1), word.replace(/es$/, ''), word.replace(/ies$/, 'y')]

const EVENT =
  '(?:emergency|incident|event|crisis|disaster|threat|storm|season|school year|drill|fire|tornado|hurricane|earthquake|flood|lockdown|evacuation|search|shaking|release|inspection)'
const BEFORE = new RegExp(
  `\\b(?:prior to|in advance|annual(?:ly)?|(?:each|every|once a|twice a|per) (?:year|month|semester|week|quarter|january|february|march|april|may|june|july|august|september|october|november|december|school year|fall|spring)|of (?:each|every) (?:month|year|week)|drills?|train(?:ing|ed|s)?|inspect(?:s|ion)|maintain(?:s|ed)?|practi[cs]es?|rehears\\w+|before (?:an?|any|the) ${EVENT})\\b|^before (?:an?|any|the)\\b`,
  'i',
)
/** What begins work on the emergency itself, and is no end of it. */
const TRIGGER = '(?:alarm|bell|announcement|call|signal|notification|warning|order|doors?|room|class|last|first|second|third|next)'
const AFTER = new RegExp(
  `\\b(?:after (?:an?|any|the|each|every) (?!${TRIGGER}\\b)|after all\\b|once (?:it is|(?:the|all)\\b[^,.]*\\b(?:safe|clear|over|inspected|declared|released|cleared|ended))|until (?:it is|the)[^,.]* safe\\b|all clear (?:has been|is) (?:given|announced|sounded)|when all \\w+ have been|debrief\\w*|afterwards?|counsell?ing|re-?open\\w*|reunif\\w*|damage assessment|declares? the|resumes?|within \\d+ (?:hours|days)|(?:rest of the|same) (?:day|week)|what happened|lessons learned|return(?:s|ed)? to normal)\\b`,
  'i',
)
const DURING = /^(?:when|if|as soon as|upon|in the event|in case|immediately|at the (?:first )?(?:sign|sound))\b/i

/** The phases that the sentences of one passage speak of, where no heading says it. What follows an "after" is after it, too. */
export function cuesOf(sentences: readonly string[]): Phase[] {
  let over = false
  return sentences.map((sentence) => {
    if (AFTER.test(sentence)) {
      over = true
      return 'AFTER'
    }
    if (BEFORE.test(sentence)) return 'BEFORE'
    if (DURING.test(sentence)) over = false
    return over ? 'AFTER' : 'DURING'
  })
}
