import type { Splice } from '../../html/changes.ts'
import { elementsOf, type HtmlElement, headingLevel, isBlock, lineOf } from '../../html/parse-html.ts'
import { sectionNamed } from '../exclusions.ts'
import { stretchOf } from './edit-lists.ts'
import { escapeText, type Field, unclear } from './field.ts'
import { escapePattern } from './replace-words.ts'

const TITLE = 'Roles and responsibilities'
const MOST_ACTIONS = 6
/** Characters. What is longer says not what somebody does, and would stand there once for each role. */
const LONGEST_SENTENCE = 1_000

/** A list of the plan's roles with the sentences of the field that name them, in the place of the one that is there. */
export function suggestRoles(field: Field, roles: readonly string[]): Splice[] {
  if (roles.length === 0) throw unclear('The plan names no roles, and the request gives none (generalUserTags); give some.')
  const old = sectionNamed(TITLE, field.root)
  const own = new Set(old)
  const texts = [...elementsOf(field.root)].filter(
    (e) => isBlock(e) && headingLevel(e) === 0 && ![...elementsOf(e)].some(isBlock) && !within(e, own),
  )
  const sentences = texts.flatMap((e) => lineOf(e).split(/(?<=[.!?])\s+/)).filter(({ length }) => length <= LONGEST_SENTENCE)
  const items = roles.flatMap((role) => {
    const named = sentences.filter((sentence) => names(sentence, role)).slice(0, MOST_ACTIONS)
    return named.length > 0 ? [`<li><strong>${escapeText(role)}</strong>: ${named.map(escapeText).join(' ')}</li>`] : []
  })
  if (items.length === 0)
    throw unclear(
      `None of the roles is named in a sentence of the field: ${roles.slice(0, 10).join(', ')}. What they should do needs a language model.`,
    )
  const level = Math.max(
    2,
    ...field.root.childNodes
      .map(headingLevel)
      .filter((n) => n > 0)
      .slice(0, 1),
  )
  const text = `<h${level}>${TITLE}</h${level}><ul>${items.join('')}</ul>`
  if (!old) return [{ start: field.html.length, end: field.html.length, text }]
  const at = stretchOf(field, old)
  return [{ ...at, text }]
}

function within(element: HtmlElement, those: ReadonlySet<unknown>): boolean {
  for (let up: HtmlElement['parentNode'] | HtmlElement = element; up; up = 'parentNode' in up ? up.parentNode : null)
    if (those.has(up)) return true
  return false
}

/** Whether a sentence names a role, in the singular or the plural. */
function names(sentence: string, role: string): boolean {
  const stem = escapePattern(role.trim().replace(/s$/i, ''))
  return new RegExp(`(?<![\\p{L}\\p{N}])${stem}(?:s|es)?(?![\\p{L}\\p{N}])`, 'iu').test(sentence)
}
