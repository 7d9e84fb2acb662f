import type { Archive } from '../../../../../kernel/cell/archive.ts'
import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import { CLOSE, END, OPEN, XmlCursor } from '../../xml/cursor.ts'
import { type Relation, readPart, relationsOf } from '../../xml/package-parts.ts'
import { descendants, type XmlElement, xmlText } from '../../xml/xml.ts'

export interface Book {
  readonly sheets: readonly { name: string; hidden: boolean; part: string | undefined }[]
  readonly strings: readonly string[]
  /** Number format of each cell style: a code, or the number of a built-in one. */
  readonly formats: readonly (string | number)[]
  readonly date1904: boolean
}

/** The sheets of a workbook in their order, with the paths of their parts. Throws WorkError `corrupt`. */
export async function sheetParts(archive: Archive): Promise<Book['sheets']> {
  const { workbook, relations } = await readRoot(archive)
  return sheetsOf(workbook, relations)
}

function sheetsOf(workbook: XmlElement, relations: readonly Relation[]): Book['sheets'] {
  const parts = new Map(relations.map((r) => [r.id, r.target]))
  return [...descendants(workbook, 'sheet')].map(({ attributes }) => ({
    name: attributes.name ?? '',
    hidden: (attributes.state ?? 'visible') !== 'visible',
    part: parts.get(attributes['r:id'] ?? ''),
  }))
}

async function readRoot(archive: Archive): Promise<{ workbook: XmlElement; relations: Relation[] }> {
  const root = (await relationsOf(archive, '')).find((r) => r.type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml'
  const workbook = await readPart(archive, root)
  if (!workbook) throw new WorkError('corrupt', 'The .xlsx file is damaged (it has no workbook part). Save it again and upload that copy.')
  return { workbook, relations: await relationsOf(archive, root) }
}

/** A workbook without its cells; `stringsOf` reads the part of the strings that cells share. */
export async function readBook(archive: Archive, stringsOf: (part: string) => Promise<readonly string[]>): Promise<Book> {
  const { workbook, relations } = await readRoot(archive)
  // Where every program puts it counts where no relation leads to it: strings that are left out would be missed by nobody.
  const target = (type: string) =>
    relations.find((r) => r.type.endsWith(`/${type}`) && archive.names.includes(r.target))?.target ?? `xl/${type}.xml`
  const styles = await archive.read(target('styles'))
  return {
    sheets: sheetsOf(workbook, relations),
    strings: await stringsOf(target('sharedStrings')),
    formats: styles ? readFormats(xmlText(styles)) : [],
    date1904: [...descendants(workbook, 'workbookPr')].some((p) => /^(1|true)$/.test(p.attributes.date1904 ?? '')),
  }
}

/** The number format of each cell style, as the part `styles` has them. */
function readFormats(source: string): (string | number)[] {
  const codes = new Map<string, string>()
  const formats: (string | number)[] = []
  const cursor = new XmlCursor(source)
  for (let step = cursor.next(); step !== END; step = cursor.next()) {
    if (step !== OPEN) continue
    const id = cursor.attributeOf('numFmtId') ?? ''
    if (cursor.local === 'numFmt') codes.set(id, cursor.attributeOf('formatCode') ?? 'General')
    else if (cursor.local === 'cellXfs') {
      for (let inner = cursor.next(); inner !== CLOSE; inner = cursor.next()) {
        if (inner !== OPEN) continue
        const own = cursor.attributeOf('numFmtId') ?? ''
        formats.push(codes.get(own) ?? (Number(own) || 0))
        cursor.skip()
      }
    } else if (cursor.depth === 2 && cursor.local !== 'numFmts') cursor.skip()
  }
  return formats
}
