import type { Splice } from '../../html/changes.ts'
import {
  moveItem,
  moveSection,
  moveTo,
  orderItems,
  removeAll,
  removeDuplicates,
  removeOne,
  removeSection,
  removeSome,
  removeWords,
  renameSection,
  retagList,
  sortItems,
  swapItems,
  swapOnlyTwo,
} from './edit-lists.ts'
import { type Field, hasItem } from './field.ts'
import { item, NUMBER, STEP } from './read-addition.ts'
import { type Found, quoted, words, written } from './read-instruction.ts'
import { replaceWords } from './replace-words.ts'
import { suggestRoles } from './suggest-roles.ts'

const THE = '(?:the |a |an |that |this )?'
const THING = `(?:${STEP}|paragraph|row|table)`
const REMOVE = '(?:remove|delete|drop|take out|get rid of)'
const SIDE = '(?:before|after|behind|above|below|under)'
/** Where: a section by its heading. */
const IN = `(?: (?:in|of|from|under|within|to|at|for) ${THE}(?:(?:section|part|list) )?(?:(?:named|called|titled|of|in|under) )?${words('in')}(?: (?:section|part|list))?)?`
const LISTED = '(?:list|items|steps|bullets|bullet points|roles|actions)'
const NUMBERS = String.raw`\d+(?:(?:, ?| and |, and | & )\d+)+`
const numbersIn = (listed: string): string[] => listed.match(/\d+/g) ?? []
const wish = (pattern: string) => new RegExp(`^${pattern}$`, 'iu')

export interface Wished {
  readonly field: Field
  readonly found: Found
  readonly roles: readonly string[]
}

interface Form {
  readonly pattern: RegExp
  readonly edit: (wished: Wished) => Splice[] | undefined
  /** Whether each splice is a change of its own. */
  readonly apart?: true
}

const form = (pattern: string, edit: Form['edit']): Form => ({ pattern: wish(pattern), edit })
const replacing = (pattern: string): Form => ({
  pattern: wish(pattern),
  edit: ({ field, found }) =>
    // Words without quotation marks that stand nowhere may be more than one wish.
    found.isQuoted('a') || plainly(field).includes(found.of('a').toLowerCase())
      ? replaceWords(field, found.of('a'), found.of('b'), found.maybe('in'))
      : undefined,
  apart: true,
})
const plainly = (field: Field): string =>
  field
    .text()
    .replace(/[\s\u00a0]+/g, ' ')
    .toLowerCase()

const EVERYWHERE = '(?: (?:everywhere|throughout|wherever it (?:stands|occurs)))?'
const sideOf = (side: string | undefined): 'before' | 'after' => (/before|above/i.test(side ?? '') ? 'before' : 'after')
const atStart = (words: string | undefined): boolean => /first|beginning|start|top|front/i.test(words ?? '')

const stepOf = (thing: string | undefined) => (/^(?:paragraph|row|table)$/i.test(thing ?? '') ? (thing ?? '').toLowerCase() : 'step')

/** Instructions that are carried out by rule. Each form is the whole of an instruction: what it does not name is no part of it. */
export const forms: readonly Form[] = [
  form(
    `(?:suggest|propose) (?:the |some )?roles(?: (?:and|&|\\+) responsibilities)?(?: (?:for|in) (?:this|the) (?:annex|section|field|plan|text))?`,
    ({ field, roles }) => suggestRoles(field, roles),
  ),
  form(
    `(?:rename|retitle) ${THE}(?:(?:section|part|heading) )?(?:(?:named|called|titled) )?${words('a')}(?: (?:section|heading|part))? (?:to|into|as) ${written('b')}`,
    ({ field, found }) => renameSection(field, found.of('a'), found.of('b')),
  ),
  form(
    `change (?:the )?(?:heading|title|name)(?: of)? ${THE}(?:(?:section|part) )?${words('a')}(?: (?:section|part))? (?:to|into) ${written('b')}`,
    ({ field, found }) => renameSection(field, found.of('a'), found.of('b')),
  ),
  replacing(
    `(?:replace|substitute|exchange) (?:all |every |each )?(?:(?:occurrences?|mentions?) of )?(?:the (?:words?|term) )?${words('a')} (?:by|with) ${written('b')}${EVERYWHERE}${IN}`,
  ),
  replacing(
    `(?:change|update|correct) (?:all |every |each )?(?:the (?:words?|term) )?${quoted('a')} (?:to|into) ${written('b')}${EVERYWHERE}${IN}`,
  ),
  replacing(`(?:say|write|use) ${quoted('b')} (?:instead of|in place of|for) ${quoted('a')}${EVERYWHERE}${IN}`),
  form(
    `${REMOVE} ${THE}(?:(?:${THING} (?:#|number |no\\.? ?)?(?<n>\\d+))|(?:(?<m>${NUMBER}) (?<thing>${THING})))${IN}`,
    ({ field, found }) => removeOne(field, stepOf(found.maybe('thing')), found.maybe('n') ?? found.of('m'), found.maybe('in')),
  ),
  form(`${REMOVE} (?:the )?${STEP} (?<all>${NUMBERS})${IN}`, ({ field, found }) =>
    removeSome(field, numbersIn(found.of('all')), found.maybe('in')),
  ),
  form(`${REMOVE} (?:all (?:the |of the )?|the |every )tables?${IN}`, ({ field, found }) => removeAll(field, 'table', found.maybe('in'))),
  form(`${REMOVE} (?:all |the |any )*(?:duplicates?|repeated|double)(?: ${STEP})?${IN}`, ({ field, found }) =>
    removeDuplicates(field, found.maybe('in')),
  ),
  form(
    `${REMOVE} ${THE}(?:whole |entire )?(?:section|part|chapter) (?:named |called |titled |about |on )?${words('a')}`,
    ({ field, found }) => removeSection(field, found.of('a')),
  ),
  form(`${REMOVE} ${THE}(?:whole |entire )?${words('a')} (?:section|part|chapter)`, ({ field, found }) =>
    removeSection(field, found.of('a')),
  ),
  form(`${REMOVE} ${THE}(?:(?:${STEP}|paragraph|line) )?(?:that (?:says|reads):? |saying:? )?${quoted('a')}${IN}`, ({ field, found }) =>
    removeWords(field, found.of('a'), found.maybe('in')),
  ),
  form(`move ${item('a')} (?<side>${SIDE}) ${item('b')}${IN}`, ({ field, found }) => {
    const both = ['a', 'b'].every((name) => !found.isQuoted(name) || hasItem(field, found.of(name)))
    if (both) return moveItem(field, found.maybe('in'), found.of('a'), sideOf(found.maybe('side')), found.of('b'))
    return moveSection(field, found.of('a'), sideOf(found.maybe('side')), found.of('b'))
  }),
  form(`move ${item('a')} to the (?:very )?(?<end>beginning|start|top|front|end|bottom)${IN}`, ({ field, found }) => {
    const first = atStart(found.maybe('end'))
    return moveItem(field, found.maybe('in'), found.of('a'), first ? 'before' : 'after', first ? 'first' : 'last')
  }),
  form(`move ${item('a')}${IN} to the (?:very )?(?<end>beginning|start|top|front|end|bottom)`, ({ field, found }) => {
    const first = atStart(found.maybe('end'))
    return moveItem(field, found.maybe('in'), found.of('a'), first ? 'before' : 'after', first ? 'first' : 'last')
  }),
  form(`(?:make|move) ${item('a')} (?:to be |into )?(?:the )?(?<to>${NUMBER}) ${STEP}${IN}`, ({ field, found }) =>
    moveTo(field, found.maybe('in'), found.of('a'), found.of('to')),
  ),
  form(
    `(?:re)?(?:order|arrange) (?:the )?${STEP}${IN}(?: as|:| like this:?| in the order:?| in this order:?| to)? ?(?<all>${NUMBERS})`,
    ({ field, found }) => orderItems(field, numbersIn(found.of('all')), found.maybe('in')),
  ),
  form(
    `move ${THE}(?:section )?${words('a')}(?: section)? (?<side>${SIDE}) ${THE}(?:section )?${words('b')}(?: section)?`,
    ({ field, found }) => moveSection(field, found.of('a'), sideOf(found.maybe('side')), found.of('b')),
  ),
  form(`(?:swap|exchange) ${item('a')} (?:and|with) ${item('b')}${IN}`, ({ field, found }) =>
    swapItems(field, found.maybe('in'), found.of('a'), found.of('b')),
  ),
  form(`(?:swap|exchange) (?:the |both )?(?:two )?${STEP}${IN}`, ({ field, found }) => swapOnlyTwo(field, found.maybe('in'))),
  form(
    `(?:sort|order|reorder|alphabeti[sz]e) (?:the )?${LISTED}${IN}(?: (?:alphabetically|by name|from a to z|in alphabetical order))?`,
    ({ field, found }) => sortItems(field, found.maybe('in')),
  ),
  form(
    `(?:sort|order|reorder) (?:the )?${LISTED}(?: (?:alphabetically|by name|from a to z|in alphabetical order))${IN}`,
    ({ field, found }) => sortItems(field, found.maybe('in')),
  ),
  form(
    `(?:sort|order|reorder|alphabeti[sz]e) ${THE}(?:section )?${words('in')}(?: section)? (?:alphabetically|by name|from a to z|a-z|in alphabetical order)`,
    ({ field, found }) => sortItems(field, found.maybe('in')),
  ),
  form(`(?:put|sort|arrange) (?:the )?${LISTED}${IN} (?:in(?:to)? )?(?:alphabetical order|alphabetically|a-z|a to z)`, ({ field, found }) =>
    sortItems(field, found.maybe('in')),
  ),
  form(`number (?:the )?(?:list|items|steps|bullets|bullet points|actions)${IN}`, ({ field, found }) =>
    retagList(field, found.maybe('in'), 'ol'),
  ),
  form(
    `(?:turn|make|convert|change) (?:it|this|that|(?:the )?(?:(?:numbered|bulleted) )?${LISTED})${IN} (?:(?:in)?to )?(?:an? )?(?<to>numbered|ordered|bulleted|bullets?|unordered)(?: (?:list|points|steps))?`,
    ({ field, found }) => retagList(field, found.maybe('in'), /^(?:numbered|ordered)$/i.test(found.of('to')) ? 'ol' : 'ul'),
  ),
  form(
    `(?:turn|make|convert|change) (?:the )?${words('in')}(?: (?:section|list|steps))? (?:(?:in)?to )?(?:an? )?(?<to>numbered|ordered|bulleted|bullet|unordered)(?: (?:list|points|steps))`,
    ({ field, found }) => retagList(field, found.maybe('in'), /^(?:numbered|ordered)$/i.test(found.of('to')) ? 'ol' : 'ul'),
  ),
  {
    // One word for one word; what stands nowhere is no word of the field, but a wish for a model.
    pattern: wish(`(?:change|update|correct) (?:all |every |each )?${words('a')} (?:to|into) ${written('b')}${EVERYWHERE}${IN}`),
    edit: ({ field, found }) => {
      const all = field.text()
      return all.includes(found.of('a')) ? replaceWords(field, found.of('a'), found.of('b'), found.maybe('in')) : undefined
    },
    apart: true,
  },
]
