import type { Splice } from '../../html/changes.ts'
import {
  addItem,
  addParagraph,
  moveItem,
  moveSection,
  removeAll,
  removeDuplicates,
  removeOne,
  removeSection,
  removeWords,
  renameSection,
  retagList,
  sortItems,
  swapItems,
  swapOnlyTwo,
  type Where,
} from './edit-lists.ts'
import { type Field, hasItem } from './field.ts'
import { type Found, quoted, words, written } from './read-instruction.ts'
import { replaceWords } from './replace-words.ts'
import { suggestRoles } from './suggest-roles.ts'

const THE = '(?:the |a |an |that |this )?'
const NUMBER = String.raw`(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d+(?:st|nd|rd|th)?)`
const STEP = '(?:steps?|items?|bullets?(?: points?)?|actions?|points?|list items?)'
const THING = `(?:${STEP}|paragraph|row|table)`
const REMOVE = '(?:remove|delete|drop|take out|get rid of)'
const ADD = '(?:add|insert|append|put)'
const SIDE = '(?:before|after|behind|above|below|under)'
/** Where: a section by its heading. */
const IN = `(?: (?:in|of|from|under|within|to|at|for) ${THE}(?:(?:section|part|list) )?(?:(?:named|called|titled|of|in|under) )?${words('in')}(?: (?:section|part|list))?)?`
/** An item by its number or its words. */
const item = (name: string) => `(?:(?:the )?(?:${STEP} )?(?:${quoted(name)}|(?<${name}>${NUMBER}))(?: ${STEP})?)`
const END = '(?: (?<end>(?:at|to) the (?:very )?(?:beginning|start|top|front|end|bottom)))?'
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
  edit: ({ field, found }) => replaceWords(field, found.of('a'), found.of('b'), found.maybe('in')),
  apart: true,
})

const EVERYWHERE = '(?: (?:everywhere|throughout|wherever it (?:stands|occurs)))?'
const sideOf = (side: string | undefined): 'before' | 'after' => (/before|above/i.test(side ?? '') ? 'before' : 'after')
const atStart = (words: string | undefined): boolean => /first|beginning|start|top|front/i.test(words ?? '')

function whereOf(found: Found): Where {
  const side = found.maybe('side') ?? found.maybe('side2')
  if (side) return { side: sideOf(side), item: found.maybe('item') ?? found.maybe('item2') }
  return { side: atStart(found.maybe('place')) || atStart(found.maybe('end')) ? 'first' : 'last' }
}

const stepOf = (thing: string | undefined) => (/^(?:paragraph|row|table)$/i.test(thing ?? '') ? (thing ?? '').toLowerCase() : 'step')

/** Instructions that are carried out by rule. Each form is the whole of an instruction: what it does not name is no part of it. */
export const forms: readonly Form[] = [
  form(`suggest (?:the |some )?roles(?: (?:and|&) responsibilities)?`, ({ field, roles }) => suggestRoles(field, roles)),
  form(
    `(?:rename|retitle) ${THE}(?:(?:section|part|heading) )?(?:(?:named|called|titled) )?${words('a')}(?: (?:section|heading|part))? (?:to|into|as) ${written('b')}`,
    ({ field, found }) => renameSection(field, found.of('a'), found.of('b')),
  ),
  replacing(
    `(?:replace|substitute|exchange) (?:all |every |each )?(?:(?:occurrences?|mentions?) of )?(?:the (?:words?|term) )?${words('a')} (?:by|with) ${written('b')}${EVERYWHERE}${IN}`,
  ),
  replacing(`change (?:all |every |each )?(?:the (?:words?|term) )?${quoted('a')} (?:to|into) ${written('b')}${EVERYWHERE}${IN}`),
  replacing(`(?:say|write|use) ${quoted('b')} (?:instead of|in place of|for) ${quoted('a')}${EVERYWHERE}${IN}`),
  form(`${REMOVE} ${THE}(?:(?:${THING} (?<n>\\d+))|(?:(?<m>${NUMBER}) (?<thing>${THING})))${IN}`, ({ field, found }) =>
    removeOne(field, stepOf(found.maybe('thing')), found.maybe('n') ?? found.of('m'), found.maybe('in')),
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
  form(`${REMOVE} ${THE}(?:(?:${STEP}|paragraph|sentence|words?|line) )?${quoted('a')}${IN}`, ({ field, found }) =>
    removeWords(field, found.of('a'), found.maybe('in')),
  ),
  form(
    `${ADD} (?:a |an |the |another |one more )?(?:new )?(?<place>first |last )?${STEP}(?: (?<side>${SIDE}) ${item('item')})?(?::| that says:?| saying:?)? ${quoted('a')}(?: (?<side2>${SIDE}) ${item('item2')})?${END}${IN}`,
    ({ field, found }) => addItem(field, found.of('a'), found.maybe('in'), whereOf(found)),
  ),
  form(`${ADD} ${quoted('a')} as (?:a |an |the )?(?:new )?(?<place>first |last )?${STEP}${END}${IN}`, ({ field, found }) =>
    addItem(field, found.of('a'), found.maybe('in'), whereOf(found)),
  ),
  form(`${ADD} ${quoted('a')} (?<side>${SIDE}) ${item('item')}${IN}`, ({ field, found }) =>
    addItem(field, found.of('a'), found.maybe('in'), whereOf(found)),
  ),
  form(
    `${ADD} (?:a |another |one more )?(?:new )?(?:paragraph|sentence)(?::| that says:?| saying:?)? ${quoted('a')}(?: at the (?:end|bottom))?${IN}`,
    ({ field, found }) => addParagraph(field, found.of('a'), found.maybe('in')),
  ),
  form(`${ADD} (?:a |another )?(?:new )?${STEP}${IN}: (?<a_w>.+)`, ({ field, found }) =>
    addItem(field, found.of('a'), found.maybe('in'), { side: 'last' }),
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
  form(
    `move ${THE}(?:section )?${words('a')}(?: section)? (?<side>${SIDE}) ${THE}(?:section )?${words('b')}(?: section)?`,
    ({ field, found }) => moveSection(field, found.of('a'), sideOf(found.maybe('side')), found.of('b')),
  ),
  form(`(?:swap|exchange) ${item('a')} (?:and|with) ${item('b')}${IN}`, ({ field, found }) =>
    swapItems(field, found.maybe('in'), found.of('a'), found.of('b')),
  ),
  form(`(?:swap|exchange) (?:the |both )?(?:two )?${STEP}${IN}`, ({ field, found }) => swapOnlyTwo(field, found.maybe('in'))),
  form(
    `(?:sort|order|reorder|alphabeti[sz]e) (?:the )?(?:list|items|steps|bullets|bullet points|roles|actions)${IN}(?: (?:alphabetically|by name|from a to z|in alphabetical order))?`,
    ({ field, found }) => sortItems(field, found.maybe('in')),
  ),
  form(
    `(?:sort|order|reorder) (?:the )?(?:list|items|steps|bullets|bullet points|roles|actions)(?: (?:alphabetically|by name|from a to z|in alphabetical order))${IN}`,
    ({ field, found }) => sortItems(field, found.maybe('in')),
  ),
  form(
    `(?:sort|order|reorder|alphabeti[sz]e) ${THE}(?:section )?${words('in')}(?: section)? (?:alphabetically|by name|from a to z|in alphabetical order)`,
    ({ field, found }) => sortItems(field, found.maybe('in')),
  ),
  form(`number (?:the )?(?:list|items|steps|bullets|bullet points|actions)${IN}`, ({ field, found }) =>
    retagList(field, found.maybe('in'), 'ol'),
  ),
  form(
    `(?:turn|make|convert|change) (?:the )?(?:list|steps|items|bullets|bullet points|actions)${IN} (?:(?:in)?to )?(?:an? )?(?<to>numbered|ordered|bulleted|bullet|unordered)(?: (?:list|points|steps))?`,
    ({ field, found }) => retagList(field, found.maybe('in'), /^(?:numbered|ordered)$/i.test(found.of('to')) ? 'ol' : 'ul'),
  ),
  {
    // One word for one word; what stands nowhere is no word of the field, but a wish for a model.
    pattern: wish(`change (?:all |every |each )?${words('a')} (?:to|into) ${written('b')}${EVERYWHERE}${IN}`),
    edit: ({ field, found }) => {
      const all = field.text()
      return all.includes(found.of('a')) ? replaceWords(field, found.of('a'), found.of('b'), found.maybe('in')) : undefined
    },
    apart: true,
  },
]
