import { WorkError } from '../../../../kernel/runtime/errors.ts'
import { applySplices, type ChangeDraft, type Splice } from '../../html/changes.ts'
import { isDangerous } from '../../html/danger.ts'
import { mergeHtml } from '../../html/merge.ts'
import { MOST_CHARACTERS } from '../request.ts'
import { addSomething } from './add-something.ts'
import { type Field, fieldOf } from './field.ts'
import { Found, needsModel, readInstruction } from './read-instruction.ts'
import { suggestRoles } from './suggest-roles.ts'
import { forms } from './wishes.ts'

export interface EmbeddedWish {
  readonly instruction: string
  readonly roles: readonly string[]
  readonly suggestsRoles: boolean
}

/** So many places are looked at one by one; the words between more of them come along, as one change. */
const MOST_PLACES = 1_000

/**
 * Carries out an instruction that needs no language model, where one of the forms in `wishes.ts` is the whole of it. Everything outside
 * keeps its bytes. WorkError `needs_model` for any other instruction, `not_found_in_field` where what it names is not there, `too_long`
 * where the field would be longer than one may be.
 */
export function editEmbedded(base: string, wish: EmbeddedWish): readonly ChangeDraft[] {
  const field = fieldOf(base)
  if (field.root.childNodes.some(isDangerous)) {
    const clean = mergeHtml(base, base).html
    const { changes } = mergeHtml(base, applySplices(clean, splicesFor(fieldOf(clean), wish).splices))
    const splices = changes.flatMap((change) => change.splices)
    return splices.length > MOST_PLACES ? [{ ...asOne(base, splices), kind: 'cleaned' }] : changes
  }
  const { splices, apart } = splicesFor(field, wish)
  if (splices.length > MOST_PLACES) return [asOne(base, splices)]
  return (apart ? splices.map((splice) => [splice]) : [splices]).flatMap((together) => changeOf(base, together))
}

/** One splice from the first to the last of many. */
function asOne(base: string, splices: readonly Splice[]): ChangeDraft {
  const [{ before, after, ...change }] = changeOf(base, splices) as [ChangeDraft]
  const start = splices.reduce((least, splice) => Math.min(least, splice.start), base.length)
  return { ...change, before, after, splices: [{ start, end: start + before.length, text: after }] }
}

/** Splices that hold together, as one change. */
function changeOf(base: string, splices: readonly Splice[]): readonly ChangeDraft[] {
  if (splices.length === 0) return []
  const start = splices.reduce((least, splice) => Math.min(least, splice.start), base.length)
  const end = splices.reduce((most, splice) => Math.max(most, splice.end), 0)
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

function splicesFor(field: Field, wish: EmbeddedWish): Done {
  const done = placesOf(field, wish)
  const length = done.splices.reduce((sum, { start, end, text }) => sum + text.length - (end - start), field.html.length)
  if (length <= MOST_CHARACTERS) return done
  throw new WorkError('too_long', `The field would have ${length} characters then, and may have ${MOST_CHARACTERS}.`)
}

function placesOf(field: Field, { instruction, roles, suggestsRoles }: EmbeddedWish): Done {
  if (suggestsRoles) return { splices: suggestRoles(field, roles), apart: false }
  const read = readInstruction(instruction)
  const added = read && addSomething(field, read)
  if (added) return { splices: added, apart: false }
  for (const { pattern, edit, apart } of read ? forms : []) {
    const match = pattern.exec(read!.words)
    if (!match) continue
    const found = new Found(read!, match.groups)
    const splices = found.isWhole ? edit({ field, found, roles }) : undefined
    if (splices) return { splices, apart: apart ?? false }
  }
  throw needsModel(instruction)
}
