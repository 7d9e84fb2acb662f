import { WorkError } from '../../../../kernel/runtime/errors.ts'
import { applySplices, type ChangeDraft, type Splice } from '../../html/changes.ts'
import { isDangerous } from '../../html/danger.ts'
import { mergeHtml } from '../../html/merge.ts'
import {
  addItem,
  addParagraph,
  moveItem,
  moveSection,
  removeOne,
  removeSection,
  renameSection,
  retagList,
  sortItems,
  swapItems,
  type Where,
} from './edit-lists.ts'
import { type Field, fieldOf } from './field.ts'
import { replaceWords } from './replace-words.ts'
import { suggestRoles } from './suggest-roles.ts'

export interface EmbeddedWish {
  readonly instruction: string
  readonly roles: readonly string[]
  readonly suggestsRoles: boolean
}

/**
 * Carries out an instruction that needs no language model: replace words, remove, move or rename a section, add, remove, move, sort or
 * number steps, suggest roles. Everything outside keeps its bytes. WorkError `needs_model` for any other instruction, `not_found_in_field`
 * where what it names is not there.
 */
export function editEmbedded(base: string, wish: EmbeddedWish): readonly ChangeDraft[] {
  const field = fieldOf(base)
  if (field.root.childNodes.some(isDangerous)) {
    const clean = mergeHtml(base, base).html
    return mergeHtml(base, applySplices(clean, splicesFor(fieldOf(clean), wish).splices)).changes
  }
  const { splices, apart } = splicesFor(field, wish)
  return (apart ? splices.map((splice) => [splice]) : [splices]).flatMap((together) => changeOf(base, together))
}

/** Splices that hold together, as one change. */
function changeOf(base: string, splices: readonly Splice[]): readonly ChangeDraft[] {
  if (splices.length === 0) return []
  const start = Math.min(...splices.map((s) => s.start))
  const end = Math.max(...splices.map((s) => s.end))
  const before = base.slice(start, end)
  const after = applySplices(
    before,
    splices.map((s) => ({ ...s, start: s.start - start, end: s.end - start })),
  )
  return [{ kind: before === '' ? 'added' : after === '' ? 'removed' : 'changed', splices: [...splices], before, after, reason: undefined }]
}

interface Done {
  readonly splices: readonly Splice[]
  /** Whether each is a change of its own: words that are replaced. */
  readonly apart: boolean
}

function splicesFor(field: Field, { instruction, roles, suggestsRoles }: EmbeddedWish): Done {
  if (suggestsRoles) return { splices: suggestRoles(field, roles), apart: false }
  const wish = instruction
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^please,?\s+/i, '')
    .replace(/[.!]$/, '')
  for (const [pattern, edit] of WISHES) {
    const found = pattern.exec(wish)
    if (found)
      return {
        splices: edit(field, found.groups as Groups),
        apart: /^(?:replace|substitute|exchange|change) /i.test(wish) && !/^change the list/i.test(wish),
      }
  }
  throw new WorkError(
    'needs_model',
    'This edit needs a language model, and none is connected: connect one in Settings, or start with LLM_BASE_URL. Without one these work: replace "A" by "B", remove the section "A", rename the section "A" to "B", add a step "A", remove, move, swap, sort or number steps, suggest roles.',
  )
}

type Groups = Record<string, string | undefined>

const quoted = (name: string) => `["“”«'‘](?<${name}>[^"“”«»]+?)["“”»'’]`
const words = (name: string) => `(?:["“”«](?<${name}>[^"“”«»]+)["“”»]|'(?<${name}_>[^']+)'|(?<${name}__>[^"“”]+?))`
const of = (groups: Groups, name: string): string => (groups[name] ?? groups[`${name}_`] ?? groups[`${name}__`] ?? '').trim()
const maybe = (groups: Groups, name: string): string | undefined => of(groups, name) || undefined

const THE = '(?:the |a |an )?'
const NUMBER = String.raw`(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d+(?:st|nd|rd|th)?)`
const THING = '(?:step|item|bullet(?: point)?|action|paragraph|row|table)'
const IN = `(?: (?:in|of|from|under|within|to) ${THE}(?:(?:section|part) )?(?:(?:named|called|titled) )?${words('in')}(?: (?:section|part))?)?`
const wish = (pattern: string) => new RegExp(`^${pattern}$`, 'i')
const stepOf = (thing: string | undefined) => (/^(?:paragraph|row|table)$/i.test(thing ?? '') ? (thing ?? '').toLowerCase() : 'step')

const WISHES: readonly (readonly [RegExp, (field: Field, groups: Groups) => Splice[]])[] = [
  [
    wish(
      `(?:rename|retitle) ${THE}(?:(?:section|part|heading) )?(?:(?:named|called|titled) )?${words('a')}(?: (?:section|heading))? (?:to|into|as) ${words('b')}`,
    ),
    (field, g) => renameSection(field, of(g, 'a'), of(g, 'b')),
  ],
  [
    wish(
      `(?:replace|substitute|exchange) (?:all |every |each )?(?:occurrences? of )?(?:the words? )?${words('a')} (?:by|with) ${words('b')}(?: (?:everywhere|throughout))?${IN}`,
    ),
    (field, g) => replaceWords(field, of(g, 'a'), of(g, 'b'), maybe(g, 'in')),
  ],
  [
    wish(`change (?:all |every |each )?(?:the words? )?${quoted('a')} (?:to|into) ${quoted('b')}(?: (?:everywhere|throughout))?${IN}`),
    (field, g) => replaceWords(field, of(g, 'a'), of(g, 'b'), maybe(g, 'in')),
  ],
  [
    wish(`(?:remove|delete|drop|take out) ${THE}(?:(?:${THING} (?<n>\\d+))|(?:(?<m>${NUMBER}) (?<thing>${THING})))${IN}`),
    (field, g) => removeOne(field, stepOf(g.thing), of(g, 'n') || of(g, 'm'), maybe(g, 'in')),
  ],
  [
    wish(
      `(?:remove|delete|drop|take out) ${THE}(?:whole |entire )?(?:section|part|chapter) (?:named |called |titled |about |on )?${words('a')}`,
    ),
    (field, g) => removeSection(field, of(g, 'a')),
  ],
  [
    wish(`(?:remove|delete|drop|take out) ${THE}(?:whole |entire )?${words('a')} (?:section|part|chapter)`),
    (field, g) => removeSection(field, of(g, 'a')),
  ],
  [
    wish(
      `(?:add|insert|append) (?:a |an |the |another |one more )?(?:new )?(?<place>first |last )?(?<thing>step|item|bullet(?: point)?|action)(?: (?<side>before|after) (?:the )?(?:${THING} )?(?<item>${NUMBER})(?: ${THING})?)?(?::| that says| saying)? ${quoted('a')}(?: (?<side2>before|after) (?:the )?(?:${THING} )?(?<item2>${NUMBER})(?: ${THING})?)?(?: (?<end>at the (?:beginning|start|top|end|bottom)))?${IN}`,
    ),
    (field, g) => addItem(field, of(g, 'a'), maybe(g, 'in'), whereOf(g)),
  ],
  [
    wish(
      `(?:add|insert|append) (?:a |another |one more )?(?:new )?(?:paragraph|sentence)(?::| that says| saying)? ${quoted('a')}(?: at the (?:end|bottom))?${IN}`,
    ),
    (field, g) => addParagraph(field, of(g, 'a'), maybe(g, 'in')),
  ],
  [
    wish(`(?:add|insert|append) (?:a |another )?(?:new )?(?<thing>step|item|bullet(?: point)?|action)${IN}: (?<a>.+)`),
    (field, g) => addItem(field, of(g, 'a'), maybe(g, 'in'), { side: 'last' }),
  ],
  [
    wish(
      `move (?:the )?(?:${THING} (?<n>\\d+)|(?<m>${NUMBER}) ${THING}) (?<side>before|after|behind|above|below) (?:the )?(?:${THING} (?<o>\\d+)|(?<p>${NUMBER})(?: ${THING})?)${IN}`,
    ),
    (field, g) => moveItem(field, maybe(g, 'in'), of(g, 'n') || of(g, 'm'), sideOf(g.side), of(g, 'o') || of(g, 'p')),
  ],
  [
    wish(
      `move (?:the )?(?:section )?${words('a')}(?: section)? (?<side>before|after|behind|above|below) (?:the )?(?:section )?${words('b')}(?: section)?`,
    ),
    (field, g) => moveSection(field, of(g, 'a'), sideOf(g.side), of(g, 'b')),
  ],
  [
    wish(
      `(?:swap|exchange) (?:the )?(?:${THING}s? (?<n>\\d+)|(?<m>${NUMBER})) and (?:the )?(?:${THING} )?(?<o>${NUMBER})(?: ${THING}s?)?${IN}`,
    ),
    (field, g) => swapItems(field, maybe(g, 'in'), of(g, 'n') || of(g, 'm'), of(g, 'o')),
  ],
  [
    wish(`sort (?:the )?(?:list|items|steps|bullets|roles)(?: (?:alphabetically|by name|from a to z))?${IN}`),
    (field, g) => sortItems(field, maybe(g, 'in')),
  ],
  [wish(`number (?:the )?(?:list|items|steps|bullets|bullet points|actions)${IN}`), (field, g) => retagList(field, maybe(g, 'in'), 'ol')],
  [
    wish(
      `(?:turn|make|convert|change) (?:the )?(?:list|steps|items|bullets|bullet points)${IN} (?:in)?to (?:a )?(?<to>numbered|bulleted|bullet) (?:list|points|steps)`,
    ),
    (field, g) => retagList(field, maybe(g, 'in'), /^numbered$/i.test(g.to ?? '') ? 'ol' : 'ul'),
  ],
]

const sideOf = (side: string | undefined): 'before' | 'after' => (/before|above/i.test(side ?? '') ? 'before' : 'after')

function whereOf(g: Groups): Where {
  const side = g.side ?? g.side2
  if (side) return { side: sideOf(side), item: g.item ?? g.item2 }
  return { side: /first/i.test(g.place ?? '') || /beginning|start|top/i.test(g.end ?? '') ? 'first' : 'last' }
}
