import { posix } from 'node:path'
import { type Archive, openArchive } from '../../../../../kernel/cell/archive.ts'
import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import { assertFamily } from '../../archive-family.ts'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { readTypedPart } from '../../xml/package-parts.ts'
import { descendants, directText, type XmlElement, xmlText } from '../../xml/xml.ts'
import { htmlBlocks } from './html.ts'

/** Characters of a title or an author's name, and authors of one book: what stands in a package document is anyone's. */
const LONGEST_NAME = 300
const MOST_AUTHORS = 20

/** A book (EPUB 3.3): its title and authors, and its chapters in reading order, numbered as pages are. */
export async function* readEpub(reading: Reading): AsyncIterable<DraftBlock> {
  const archive = await openArchive(reading.path, 'epub', reading.limits)
  try {
    assertFamily(archive, 'epub')
    const { chapters, imprint } = await packageOf(archive)
    const encrypted = await archive.read('META-INF/encryption.xml')
    if (encrypted && chapters.some((name) => xmlText(encrypted).includes(`"${name}"`)))
      throw new WorkError('encrypted', 'The book is protected (DRM) and cannot be read. Upload a copy without protection.')
    reading.setReader('epub')
    reading.setPages(chapters.length)
    let opening = imprint
    for (const [i, name] of chapters.entries()) {
      const chapter = await archive.read(name)
      if (!chapter) reading.warn(`Chapter ${i + 1} is missing from the file.`)
      else
        for await (const block of htmlBlocks(xmlText(chapter))) {
          // A book without text stays empty, and one that begins with its title does not say it twice.
          if (opening && block.text.trim() !== opening) yield { type: 'paragraph', text: opening, page: i + 1 }
          opening = ''
          yield { ...block, page: i + 1 }
        }
      reading.progress(i + 1, chapters.length, 'pages')
    }
  } finally {
    archive.close()
  }
}

/** Paths of the chapters in reading order, and who wrote what. */
async function packageOf(archive: Archive): Promise<{ chapters: string[]; imprint: string }> {
  const container = await readTypedPart(archive, 'META-INF/container.xml')
  const root = container && [...descendants(container, 'rootfile')][0]?.attributes['full-path']
  const book = root && (await readTypedPart(archive, root))
  if (!book)
    throw new WorkError('corrupt', 'The .epub file is damaged (it has no list of its chapters). Save it again and upload that copy.')
  const items = new Map([...descendants(book, 'item')].map(({ attributes: { id = '', href = '' } }) => [id, href]))
  const chapters = [...descendants(book, 'itemref')].flatMap(({ attributes: { idref = '' } }) => {
    const href = items.get(idref)
    return href ? [posix.join(posix.dirname(root), decodeName(href))] : []
  })
  return { chapters, imprint: imprintOf(book) }
}

/** "The Salt Road, written by Ann Mills and Bo Weir."; the title alone where no author is named. */
function imprintOf(book: XmlElement): string {
  const named = (name: string) =>
    [...descendants(book, name)]
      .map((element) => directText(element).replace(/\s+/g, ' ').trim().slice(0, LONGEST_NAME).toWellFormed())
      .filter(Boolean)
  const [title] = named('title')
  const authors = named('creator').slice(0, MOST_AUTHORS)
  const by = [authors.slice(0, -1).join(', '), ...authors.slice(-1)].filter(Boolean).join(' and ')
  if (!title) return ''
  return by ? `${title}, written by ${by}.` : title
}

function decodeName(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}
