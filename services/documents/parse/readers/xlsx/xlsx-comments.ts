import type { Archive } from '../../../../../kernel/cell/archive.ts'
import type { DraftBlock } from '../../blocks/draft-block.ts'
import { readPart, relationsOf } from '../../xml/package-parts.ts'
import { child, descendants, directText, type XmlElement } from '../../xml/xml.ts'
import { unescaped } from './xlsx-unescaped.ts'

/** Authors of threaded comments, of all sheets. */
const PERSONS = /^xl\/persons\/[^/]+\.xml$/i
/** The author of the note that stands in for a thread in programs that do not know threads. */
const STAND_IN = /^tc=/

interface Comment {
  readonly cell: string
  readonly author: string
  readonly text: string
  readonly reply?: boolean
}

/** Comments on the cells of a sheet, with their authors: notes (ECMA-376 part 1, 18.7), and threads with their replies ([MS-XLSX] 2.6.205). */
export async function* commentBlocks(archive: Archive, sheet: string, place: { page: number; part: string }): AsyncIterable<DraftBlock> {
  const relations = await relationsOf(archive, sheet)
  const partsOf = async (kind: string) => {
    const found = relations.filter((r) => r.type.endsWith(`/${kind}`)).map((r) => readPart(archive, r.target))
    return (await Promise.all(found)).filter((part) => part !== undefined)
  }
  const threads = await partsOf('threadedComment')
  const names = threads.length ? await personNames(archive) : new Map<string, string>()
  const threaded = threads.flatMap((part) => threadedComments(part, names))
  const cells = new Set(threaded.map((c) => c.cell))
  const notes = (await partsOf('comments')).flatMap(noteComments).filter((c) => !(STAND_IN.test(c.author) && cells.has(c.cell)))
  for (const comment of [...notes, ...threaded]) {
    const text = textOf(comment)
    if (text) yield { type: 'note', text, ...place }
  }
}

function textOf({ cell, author, text, reply }: Comment): string {
  const name = STAND_IN.test(author) ? '' : author.trim()
  // Excel begins a note with its author's name.
  const said = (name && text.trimStart().startsWith(`${name}:`) ? text.trimStart().slice(name.length + 1) : text).trim()
  return said && `[${reply ? 'Reply' : 'Comment'}${name && ` by ${name}`} on ${cell}] ${said}`
}

async function personNames(archive: Archive): Promise<Map<string, string>> {
  const parts = await Promise.all(archive.names.filter((n) => PERSONS.test(n)).map((n) => readPart(archive, n)))
  const persons = parts.flatMap((part) => (part ? [...descendants(part, 'person')] : []))
  return new Map(persons.map(({ attributes: { id = '', displayName = '' } }) => [id, displayName]))
}

const threadedComments = (part: XmlElement, names: ReadonlyMap<string, string>): Comment[] =>
  [...descendants(part, 'threadedComment')].map((comment) => {
    const { ref = '', personId = '', parentId } = comment.attributes
    return { cell: ref, author: names.get(personId) ?? '', text: directText(child(comment, 'text')), reply: parentId !== undefined }
  })

function noteComments(part: XmlElement): Comment[] {
  const authors = [...descendants(part, 'author')].map(directText)
  return [...descendants(part, 'comment')].map((comment) => {
    const { ref = '', authorId } = comment.attributes
    const written = child(comment, 'text')
    const runs = written ? [child(written, 't'), ...[...descendants(written, 'r')].map((r) => child(r, 't'))] : []
    return { cell: ref, author: authors[Number(authorId)] ?? '', text: unescaped(runs.map(directText).join('')) }
  })
}
