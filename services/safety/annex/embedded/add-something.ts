import type { Splice } from '../../html/changes.ts'
import { elementsOf, headingLevel, lineOf } from '../../html/parse-html.ts'
import { addItem, addParagraph, type Where } from './edit-lists.ts'
import { elementsUnder, type Field, hasItem, isList, sectionIn } from './field.ts'
import { readAddition } from './read-addition.ts'
import { Found, type Instruction } from './read-instruction.ts'
import { escapePattern } from './replace-words.ts'

/** A step or a paragraph that is to be added; undefined where the instruction asks for something else, or for more than that. */
export function addSomething(field: Field, instruction: Instruction): Splice[] | undefined {
  const found = new Found(instruction, readAddition(instruction.words))
  const text = found.maybe('a')
  if (!text || !found.isWhole || (instruction.loose && endsInPlace(field, instruction.loose))) return undefined
  const places = ['place', 'side', 'left_q', 'left', 'as', 'asNumber', 'end'].filter((name) => found.maybe(name) !== undefined)
  if (places.length > 1) return undefined
  const [side, beside] = [found.maybe('side'), found.maybe('item')]
  // "under" a heading, not a step.
  if (beside && found.isQuoted('item') && /^(?:under|below)$/i.test(side ?? '') && !hasItem(field, beside))
    return found.maybe('in') ? undefined : addTo(field, text, beside, found.maybe('thing'), { side: 'last' })
  return addTo(field, text, found.maybe('in'), found.maybe('thing'), whereOf(found))
}

/** Whether words without quotation marks may say at their end where they belong: "Check the exits in During". */
const endsInPlace = ({ root }: Field, words: string): boolean =>
  [...elementsOf(root)].some((element) => {
    const line = headingLevel(element) > 0 ? lineOf(element).toLowerCase() : ''
    return line !== '' && new RegExp(`\\b(?:in|to|of|under|at|from) (?:the )?${escapePattern(line)}[.!]?$`, 'iu').test(words)
  })

function addTo(field: Field, text: string, section: string | undefined, thing: string | undefined, where: Where): Splice[] | undefined {
  if (/^(?:paragraph|sentence|line|text)/i.test(thing ?? '')) return where.side === 'last' ? addParagraph(field, text, section) : undefined
  // What is to be a step, and where there are steps, becomes one.
  const steps =
    thing !== undefined || where.side !== 'last' || section === undefined || elementsUnder(sectionIn(field, section)).some(isList)
  return steps ? addItem(field, text, section, where) : addParagraph(field, text, section)
}

const atStart = (words: string | undefined): boolean => /first|beginning|start|top|front/i.test(words ?? '')

function whereOf(found: Found): Where {
  const side = found.maybe('side')
  if (side) return { side: /before|above/i.test(side) ? 'before' : 'after', item: found.maybe('item') }
  const left = found.maybe('left')
  if (left) return { side: 'after', item: left, next: found.maybe('right') }
  const place = found.maybe('place') ?? found.maybe('as') ?? found.maybe('asNumber')
  if (place && !/^(?:first|last)$/i.test(place)) return { side: 'place', item: place }
  return { side: atStart(place) || atStart(found.maybe('end')) ? 'first' : 'last' }
}
