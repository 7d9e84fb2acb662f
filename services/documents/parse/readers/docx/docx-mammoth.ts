import type { Archive } from '../../../../../kernel/cell/archive.ts'
import { messageOf, WorkError } from '../../../../../kernel/runtime/errors.ts'
import { parseXml, type XmlElement } from '../../xml/xml.ts'
import { looseBoxes } from './docx-asides.ts'
import type { DocxParts } from './docx-parts.ts'
import { docxSource } from './docx-source.ts'
import { mammoth } from './docx-xml.ts'

const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh", "p[style-name='Heading 7'] => h6:fresh"]

/** The text of a Word document by mammoth, whatever is in it. Throws WorkError `corrupt` with what is wrong. */
export async function convertWord(archive: Archive, parts: DocxParts): Promise<{ content: XmlElement['children']; boxes: string[] }> {
  const html = await toHtml(archive, parts)
  return { content: html.trim() ? parseXml(`<body>${html}</body>`).children : [], boxes: await looseBoxes(archive, parts) }
}

/** What mammoth's own archive reader gives it, as an object (lib/unzip.js); its types do not tell of it. */
const inputOf = (file: object) => ({ file }) as object as Parameters<typeof mammoth.convertToHtml>[0]

async function toHtml(archive: Archive, parts: DocxParts): Promise<string> {
  const input = inputOf(await docxSource(archive, parts))
  try {
    const { value } = await mammoth.convertToHtml(input, {
      styleMap: STYLES,
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      ignoreEmptyParagraphs: true,
    })
    return value
  } catch (cause) {
    if (cause instanceof RangeError || cause instanceof WorkError) throw cause
    throw new WorkError('corrupt', `The .docx file is damaged (${whatIsWrong(cause)}). Save it again and upload that copy.`, { cause })
  }
}

/** What its XML parser says, without its own name, places that it does not know, and everything behind the first line. */
const whatIsWrong = (cause: unknown): string =>
  messageOf(cause)
    .replace(/^(?:error|warning|fatalError): \[xmldom \w+\]\s*/, '')
    .split('\n')[0]!
    .trim()
