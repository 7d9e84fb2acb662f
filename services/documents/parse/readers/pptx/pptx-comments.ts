import type { Archive } from '../../../../../kernel/cell/archive.ts'
import type { DraftBlock } from '../../blocks/draft-block.ts'
import { readPart, relationsOf } from '../../xml/package-parts.ts'
import { child, childElements, descendants, directText, type XmlElement } from '../../xml/xml.ts'
import { bodyText } from './pptx-slide.ts'

/** Authors of comments in the old form (ECMA-376 part 1, 19.4) and in the one with replies ([MS-PPTX] 2.6.2). */
const AUTHORS = /^ppt\/(?:commentAuthors|authors)\.xml$/i

/** Names of those who commented, by their ids. */
export async function commentAuthors(archive: Archive): Promise<ReadonlyMap<string, string>> {
  const parts = await Promise.all(archive.names.filter((n) => AUTHORS.test(n)).map((n) => readPart(archive, n)))
  const authors = parts.flatMap((part) => (part ? childElements(part) : []))
  return new Map(authors.map(({ attributes: { id = '', name = '' } }) => [id, name.trim()]))
}

/** What reviewers have written on a slide, replies below what they answer. */
export async function* commentBlocks(
  archive: Archive,
  slide: string,
  page: number,
  authors: ReadonlyMap<string, string>,
): AsyncIterable<DraftBlock> {
  for (const { target } of (await relationsOf(archive, slide)).filter((r) => r.type.endsWith('/comments'))) {
    const part = await readPart(archive, target)
    for (const comment of part ? descendants(part, 'cm') : [])
      for (const said of [comment, ...descendants(comment, 'reply')]) {
        const text = textOf(said)
        const author = authors.get(said.attributes.authorId ?? '')
        const kind = said === comment ? 'Comment' : 'Reply'
        if (text) yield { type: 'note', text: `[${kind}${author ? ` by ${author}` : ''}] ${text}`, page, part: 'comments' }
      }
  }
}

function textOf(comment: XmlElement): string {
  const body = child(comment, 'txBody')
  return (body ? bodyText(body) : directText(child(comment, 'text'))).trim()
}
