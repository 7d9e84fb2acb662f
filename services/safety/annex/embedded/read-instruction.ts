import { WorkError } from '../../../../kernel/runtime/errors.ts'

/** Words of an instruction outside of quotation marks at most: what is longer says more than one of the forms. */
const MOST_CHARACTERS = 300
const OPEN = '\u{e000}'
const CLOSE = '\u{e001}'
const QUOTED = /["“”„«]([^"“”„«»]+)["“”»]|(?<![\p{L}\p{N}])['‘]([^'‘’]+)['’](?![\p{L}\p{N}])/gu

/** An instruction in one line, its quotations taken out and numbered. */
export interface Instruction {
  readonly words: string
  readonly quotations: readonly string[]
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
    .replace(/^(?:(?:please|kindly),? |(?:can|could|would) you (?:please )?)+/i, '')
    .replace(/(?:,? please)?[.!?]*$/i, '')
  return words.length > MOST_CHARACTERS ? undefined : { words, quotations }
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
    return Object.entries(this.#groups).every(([name, value]) => !name.endsWith('_w') || value === undefined || !ANOTHER.test(value))
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
  [/^(?:replace|substitute|exchange|change)\b/i, ['Replace "Teachers" by "Staff"', 'Replace "Gate A" by "Gate B" in the section "After"']],
  [
    /^(?:remove|delete|drop|take out)\b/i,
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
  [/^(?:number|turn|make|convert)\b/i, ['Number the steps in "Before"', 'Turn the steps in "During" into a bulleted list']],
  [/^(?:rename|retitle)\b/i, ['Rename the section "During" to "During a fire"']],
  [/^suggest\b/i, ['Suggest roles and responsibilities']],
]

/** Says what would work, near to what was asked for. */
export function needsModel(instruction: string): WorkError {
  const near = EXAMPLES.find(([verb]) => verb.test(instruction.trim().replace(/^please,? /i, '')))?.[1]
  const examples = near ?? EXAMPLES.map(([, [first = '']]) => first)
  return new WorkError(
    'needs_model',
    `This edit needs a language model, and none is connected: connect one in Settings, or start with LLM_BASE_URL. Without one an instruction has to be one of these forms as a whole, with the words in quotation marks: ${examples.join('; ')}.`,
  )
}
