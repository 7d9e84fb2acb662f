import { posix } from 'node:path'
import { type Archive, openArchive } from '../../../../../kernel/cell/archive.ts'
import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import { assertFamily } from '../../archive-family.ts'
import type { DraftBlock, Reading } from '../../draft-block.ts'
import { readPart } from '../../package-parts.ts'
import { descendants, xmlText } from '../../xml.ts'
import { htmlBlocks } from './html.ts'

/** A book (EPUB 3.3): its chapters in reading order, numbered as pages are. */
export async function* readEpub(reading: Reading): AsyncIterable<DraftBlock> {
  const archive = await openArchive(reading.path, 'epub', reading.limits)
  try {
    assertFamily(archive, 'epub')
    const chapters = await spineOf(archive)
    const encrypted = await archive.read('META-INF/encryption.xml')
    if (encrypted && chapters.some((name) => xmlText(encrypted).includes(`"${name}"`)))
      throw new WorkError('encrypted', 'The book is protected (DRM) and cannot be read. Upload a copy without protection.')
    reading.setReader('epub')
    reading.setPages(chapters.length)
    for (const [i, name] of chapters.entries()) {
      const chapter = await archive.read(name)
      if (!chapter) reading.warn(`Chapter ${i + 1} is missing from the file.`)
      else for await (const block of htmlBlocks(xmlText(chapter))) yield { ...block, page: i + 1 }
      reading.progress(i + 1, chapters.length, 'pages')
    }
  } finally {
    archive.close()
  }
}

/** Paths of the chapters in reading order. */
async function spineOf(archive: Archive): Promise<string[]> {
  const container = await readPart(archive, 'META-INF/container.xml')
  const root = container && [...descendants(container, 'rootfile')][0]?.attributes['full-path']
  const book = root && (await readPart(archive, root))
  if (!book)
    throw new WorkError('corrupt', 'The .epub file is damaged (it has no list of its chapters). Save it again and upload that copy.')
  const items = new Map([...descendants(book, 'item')].map(({ attributes: { id = '', href = '' } }) => [id, href]))
  return [...descendants(book, 'itemref')].flatMap(({ attributes: { idref = '' } }) => {
    const href = items.get(idref)
    return href ? [posix.join(posix.dirname(root), decodeName(href))] : []
  })
}

function decodeName(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}
