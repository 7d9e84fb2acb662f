import { WorkError } from '../../../../kernel/runtime/errors.ts'
import { nearestName } from '../../../../kernel/text/nearest-name.ts'

/** Words of an instruction outside of quotation marks at most: what is longer says more than one of the forms. */
const MOST_CHARACTERS = 300
const OPEN = '\u{e000}'
const CLOSE = '\u{e001}'
const QUOTED = /["“”„«]([^"“”„«»]+)["“”»]|(?<![\p{L}\p{N}])['‘]([^'‘’]+)['’](?![\p{L}\p{N}])/gu

/** What people say around a wish. */
const COURTESY_BEFORE =
  /^(?:(?:hi|hello|hey|dear all)(?: (?:there|all|team|everyone))?[,.!:]? |(?:please|pls|plz|kindly),? |(?:can|could|would|will) you (?:(?:please|pls|kindly) )?|i(?:['’]d| would) like (?:you )?to |i (?:want|need) (?:you )?to |we need (?:you )?to |just )+/i
const COURTESY_BEHIND = /(?:[,.!?;]* (?:please|pls|plz|thanks|thank you|thx)(?: (?:a lot|so much|very much|in advance))?)*[.!?]*$/i
const VERBS =
  'replace|substitute|exchange|change|update|say|write|use|remove|delete|drop|take out|get rid of|add|insert|append|put|move|swap|sort|order|reorder|alphabeti[sz]e|number|turn|make|convert|rename|retitle'
/** A place that is named first: "In the During section, remove step 2". */
const PLACE_FIRST = new RegExp(
  `^(?:only )?(?:(?<end>at the (?:beginning|start|top|end|bottom)) of|in|under|within) (?:the )?(?:(?:section|part|list) )?(?:(?:named|called|titled) )?(?<in>[^,:;.]{1,80}?)(?: (?:section|part|list))?,? (?:please )?(?<wish>(?:${VERBS})\\b.*)$`,
  'i',
)
/** A text behind a colon, without quotation marks. */
const COLON_TEXT = new RegExp(`^([^:${OPEN}${CLOSE}]*\\b(?:add|insert|append|put)\\b[^:${OPEN}${CLOSE}]*): ?([^${OPEN}${CLOSE}]+)$`, 'i')
/** What a text without quotation marks may not hold: it could be a part of the instruction. */
const WISH_INSIDE = new RegExp(
  `\\b(?:please|pls|plz|thanks)\\b|\\b(?:in|to|of|under|from|at) (?:the )?(?:[^ ]+ ){0,4}(?:section|list|annex|heading)\\b|\\b(?:and|or) (?:${VERBS})\\b`,
  'i',
)

/** An instruction in one line, its quotations taken out and numbered. */
export interface Instruction {
  readonly words: string
  readonly quotations: readonly string[]
  /** The one that stood behind a colon, without quotation marks. */
  readonly loose?: string
}

/** Undefined for one that is too long for any form. */
export function readInstruction(text: string): Instruction | undefined {
  const quotations: string[] = []
  const words = text
    .replace(/[\u{e000}\u{e001}]/gu, '')
    .replace(QUOTED, (_, double: string | undefined, single: string | undefined) => {
      quotations.push((double ?? single ?? '').replace(/\s+/g, ' ').trim())
      return `${OPEN}${quotations.length - 1}${CLOSE}`
    })
    .slice(0, MOST_CHARACTERS + 100)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(COURTESY_BEFORE, '')
  if (words.length > MOST_CHARACTERS) return undefined
  let loose: string | undefined
  const quoting = words.replace(COLON_TEXT, (whole, wish: string, said: string) => {
    if (ANOTHER.test(said) || WISH_INSIDE.test(said)) return whole
    loose = said.trim()
    quotations.push(loose)
    return `${wish}: ${OPEN}${quotations.length - 1}${CLOSE}`
  })
  return { words: quoting.replace(COURTESY_BEHIND, '').replace(PLACE_FIRST, placeLast), quotations, ...(loose && { loose }) }
}

function placeLast(...match: unknown[]): string {
  const { wish, end, in: place } = match.at(-1) as { wish: string; end?: string; in: string }
  return `${wish}${end ? ` ${end}` : ''} in ${place}`
}

/** A quotation. */
export const quoted = (name: string): string => `${OPEN}(?<${name}_q>\\d+)${CLOSE}`
/** A quotation, or words as they come. */
export const words = (name: string): string => `(?:${quoted(name)}|(?<${name}_w>[^${OPEN}${CLOSE}]{1,120}?))`
/** A quotation, or one word: more of them could be a wish of their own. */
export const written = (name: string): string => `(?:${quoted(name)}|(?<${name}_w>[^${OPEN}${CLOSE}\\s]{1,80}))`

/** What begins another wish, or narrows this one. */
const ANOTHER =
  /\b(?:but|except|excluding|without|only|unless|do not|does not|don['’]t|never|nothing|leave|leaving|keep|keeping|other than|apart from|besides|however|although|instead|then|also|not)\b|[;!?()]|[.,:] /i

/** What a form found: its words by their names. */
export class Found {
  readonly #groups: Readonly<Record<string, string | undefined>>
  readonly #quotations: readonly string[]
  constructor({ quotations }: Instruction, groups: Readonly<Record<string, string | undefined>> = {}) {
    this.#groups = groups
    this.#quotations = quotations
  }
  /** Whether every word that stands outside of quotation marks is one of the form, or a name. */
  get isWhole(): boolean {
    return Object.entries(this.#groups).every(
      ([name, value]) => !name.endsWith('_w') || value === undefined || !(ANOTHER.test(value) || WISH_INSIDE.test(value)),
    )
  }
  maybe(name: string): string | undefined {
    const at = this.#groups[`${name}_q`]
    const value = at === undefined ? (this.#groups[`${name}_w`] ?? this.#groups[name]) : this.#quotations[Number(at)]
    return value?.trim() || undefined
  }
  of(name: string): string {
    return this.maybe(name) ?? ''
  }
  isQuoted(name: string): boolean {
    return this.#groups[`${name}_q`] !== undefined
  }
}

/** Forms that work without a model, as one would write them, by the verbs that ask for them. */
const EXAMPLES: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^(?:replace|substitute|exchange|change|update|say|use|correct|fix)\b/i,
    ['Replace "Teachers" by "Staff"', 'Replace "Gate A" by "Gate B" in the section "After"'],
  ],
  [
    /^(?:remove|delete|drop|take|get rid|omit)\b/i,
    ['Remove the section "After"', 'Remove step 2 in "During"', 'Remove "Lock doors."', 'Remove all tables', 'Remove duplicates'],
  ],
  [
    /^(?:add|insert|append|put)\b/i,
    [
      'Add a step "Turn off the lights." after "Lock doors."',
      'Add "Sit down." as the last step of "During"',
      'Add a paragraph "Stay calm." to "After"',
    ],
  ],
  [
    /^move\b/i,
    ['Move step 3 before step 1 in "During"', 'Move "Lock doors." after "Call 911."', 'Move the section "After" before "During"'],
  ],
  [/^(?:swap)\b/i, ['Swap steps 1 and 2 in "During"', 'Swap "Lock doors." and "Call 911."']],
  [/^(?:sort|order|reorder|alphabeti[sz]e)\b/i, ['Sort the steps of "Before" alphabetically']],
  [
    /^(?:number|turn|convert|bullets?)\b|^make\b.*\b(?:list|bullet|bulleted|numbered|numbers)\b/i,
    ['Number the steps in "Before"', 'Turn the steps in "During" into a bulleted list'],
  ],
  [/^(?:rename|retitle)\b/i, ['Rename the section "During" to "During a fire"']],
  [/^(?:suggest|assign)\b/i, ['Suggest roles and responsibilities']],
]

const KNOWN_VERBS = VERBS.replace('alphabeti[sz]e', 'alphabetize')
  .split('|')
  .flatMap((verb) => (verb.includes(' ') ? [] : [verb]))
/** Looked at for a verb. */
const FIRST_WORDS = 12

/** The first verb of an instruction, mistyped or not, with the words behind it. */
function fromVerb(instruction: string): string {
  const some = instruction.slice(0, 400).trim().replace(COURTESY_BEFORE, '').split(/\s+/).slice(0, FIRST_WORDS)
  const exact = some.findIndex((word) => EXAMPLES.some(([verb]) => verb.test(word)))
  if (exact >= 0) return some.slice(exact).join(' ')
  const [first = ''] = some
  return first.length < 4 ? '' : (nearestName(first, KNOWN_VERBS) ?? '')
}

/** Says what would work, near to what was asked for. */
export function needsModel(instruction: string): WorkError {
  const asked = fromVerb(instruction)
  const near = EXAMPLES.find(([verb]) => verb.test(asked))?.[1]
  const examples = near ?? EXAMPLES.map(([, [first = '']]) => first)
  return new WorkError(
    'needs_model',
    `This edit needs a language model, and none is connected: connect one in Settings, or start with LLM_BASE_URL. Without one an instruction has to be one of these forms as a whole, with the words in quotation marks: ${examples.join('; ')}.`,
  )
}
