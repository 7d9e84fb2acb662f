import type { Archive } from '../../../../../kernel/cell/archive.ts'
import { UnreadXml } from '../../xml/cursor.ts'
import { parseXml, xmlText } from '../../xml/xml.ts'
import { createNumbering } from './docx-numbering.ts'
import { type DocxParts, textOfPart } from './docx-parts.ts'
import { readStyles, type Styles } from './docx-styles.ts'
import { type XmlPart, xmlPart } from './docx-xml.ts'

/** The parts of a document as mammoth asks for them, from the archive that was checked; the main one with its numbering. */
export async function docxSource(archive: Archive, parts: DocxParts) {
  const numbering = await textOfPart(archive, parts, 'numbering')
  const styles = numbering === undefined ? undefined : await textOfPart(archive, parts, 'styles')
  const names = new Set(archive.names)
  return {
    exists: (name: string) => names.has(name),
    async read(name: string, encoding?: string): Promise<string | Uint8Array | XmlPart> {
      const bytes = (await archive.read(name)) ?? Buffer.alloc(0)
      if (encoding === undefined) return bytes
      if (encoding === 'base64') return bytes.toString('base64')
      const own = name === parts.main && numbering !== undefined
      return xmlPart(xmlText(bytes), own ? createNumbering(parseXml(numbering), stylesOf(styles)) : undefined)
    },
  }
}

function stylesOf(source: string | undefined): Styles {
  try {
    return readStyles(source)
  } catch (error) {
    if (!(error instanceof UnreadXml) || source === undefined) throw error
    // It says what is wrong, where something is.
    parseXml(source)
    return readStyles(undefined)
  }
}
