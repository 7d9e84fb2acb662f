import type { Archive } from '../../../../../kernel/cell/archive.ts'
import { readPart, relationsOf } from '../../package-parts.ts'
import { xmlText } from '../../xml.ts'
import { createNumbering } from './docx-numbering.ts'
import { type XmlPart, xmlPart } from './docx-xml.ts'

/** The parts of a document as mammoth asks for them, from the archive that was checked; the main one with its numbering. */
export async function docxSource(archive: Archive) {
  const main = (await relationsOf(archive, '')).find((r) => r.type.endsWith('/officeDocument'))?.target ?? 'word/document.xml'
  const relations = archive.names.includes(main) ? await relationsOf(archive, main) : []
  const part = (type: string) => relations.find((r) => r.type.endsWith(`/${type}`))?.target ?? ''
  const numbering = await readPart(archive, part('numbering'))
  const styles = numbering && (await readPart(archive, part('styles')))
  const names = new Set(archive.names)
  return {
    exists: (name: string) => names.has(name),
    async read(name: string, encoding?: string): Promise<string | Uint8Array | XmlPart> {
      const bytes = (await archive.read(name)) ?? Buffer.alloc(0)
      if (encoding === undefined) return bytes
      if (encoding === 'base64') return bytes.toString('base64')
      return xmlPart(xmlText(bytes), name === main ? createNumbering(numbering, styles) : undefined)
    },
  }
}
