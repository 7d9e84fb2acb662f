const GREETING =
  /^(?:hi|hello|hey|hiya|howdy|good (?:morning|afternoon|evening|day)|greetings|hallo|guten (?:morgen|tag|abend)|servus|moin|bonjour|bonsoir|salut|hola|buenos días|buenas(?: tardes| noches)?)(?: (?:there|all|everyone|you|bot|team))?$/
const THANKS =
  /^(?:ok(?:ay)?,? )?(?:many )?(?:thanks|thank you|thx|cheers|danke|merci|gracias|great|perfect|awesome|nice|cool|super|good job|well done)(?: (?:a lot|so much|very much|you|schön|beaucoup))?(?:[,.! ]+(?:that|this|it) (?:helped|helps|works|was helpful|is (?:great|good|helpful|perfect)))?$/
const FAREWELL = /^(?:bye|goodbye|good ?bye|see you(?: later)?|good night|tschüss|auf wiedersehen|au revoir|adiós|hasta luego)$/
const HOW_ARE_YOU =
  /^(?:(?:hi|hello|hey)[,! ]+)?(?:how are you(?: doing)?(?: today)?|how do you do|what['’]s up|wie geht(?:['’]s| es dir| es ihnen)?|comment (?:ça va|allez-vous)|ça va|(?:qué tal|cómo estás))$/
const WHO_ARE_YOU =
  /^(?:who|what) are you$|^what can you do(?: for me)?$|^what is your name$|^(?:can you )?help(?: me)?$|^wer bist du$|^was kannst du$|^qui es-tu$|^quién eres$/

const OFFER = 'Ask me something about your documents, or “What documents do you have?”'

/** The reply to a greeting, to thanks, to a question about the answerer itself; undefined for everything else. */
export function smallTalk(question: string): string | undefined {
  const said = question
    .trim()
    .toLowerCase()
    .replace(/[\s!?.,¡¿…]+$/u, '')
    .replace(/^[¡¿\s]+/u, '')
    .replace(/\s+/g, ' ')
  if (said.length > 60) return undefined
  if (GREETING.test(said) || HOW_ARE_YOU.test(said)) return `Hello. ${OFFER}`
  if (THANKS.test(said)) return 'You are welcome.'
  if (FAREWELL.test(said)) return 'Goodbye.'
  if (WHO_ARE_YOU.test(said))
    return `I look for answers in your documents and quote them. No language model is connected, so I find sentences and figures but write nothing of my own. ${OFFER}`
  return undefined
}
