import { makeZip, type ZipEntry } from './make-zip.ts'

const relationships = (items: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const contentTypes = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

/** The parts of a Word document with this content of its body; further parts may replace them. */
export const docxParts = (body: string, more: readonly ZipEntry[] = []): ZipEntry[] => [
  { name: '[Content_Types].xml', data: contentTypes },
  { name: '_rels/.rels', data: relationships([['r1', 'officeDocument', 'word/document.xml']]) },
  { name: 'word/document.xml', data: `<w:document ${WORD}><w:body>${body}</w:body></w:document>` },
  ...more,
]

export const makeDocx = (body: string, more: readonly ZipEntry[] = []): Buffer => makeZip(docxParts(body, more))

const DRAWING =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

/** A presentation; the slides' files are numbered backwards, so that their order is known from the presentation alone. */
export function makePptx(
  slides: readonly { shapes: string; notes?: string; related?: readonly [type: string, target: string][] }[],
  more: readonly ZipEntry[] = [],
): Buffer {
  const file = (i: number) => `slide${slides.length - i}.xml`
  const frame = (root: string, shapes: string) => `<p:${root} ${DRAWING}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${root}>`
  return makeZip([
    { name: '[Content_Types].xml', data: contentTypes },
    { name: '_rels/.rels', data: relationships([['r1', 'officeDocument', 'ppt/presentation.xml']]) },
    {
      name: 'ppt/presentation.xml',
      data: `<p:presentation ${DRAWING}><p:sldIdLst>${slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="s${i}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    },
    { name: 'ppt/_rels/presentation.xml.rels', data: relationships(slides.map((_, i) => [`s${i}`, 'slide', `slides/${file(i)}`])) },
    ...slides.flatMap(({ shapes, notes, related = [] }, i) => [
      { name: `ppt/slides/${file(i)}`, data: frame('sld', shapes) },
      {
        name: `ppt/slides/_rels/${file(i)}.rels`,
        data: relationships([
          ...(notes ? [['n', 'notesSlide', `../notesSlides/${file(i)}`] as const] : []),
          ...related.map(([type, target], n) => [`x${n}`, type, target] as const),
        ]),
      },
      ...(notes ? [{ name: `ppt/notesSlides/${file(i)}`, data: frame('notes', notes) }] : []),
    ]),
    ...more,
  ])
}

const paragraphs = (texts: readonly string[]): string => texts.map((t) => `<a:p><a:r><a:t>${t}</a:t></a:r></a:p>`).join('')

/** A text shape; `placeholder` is its role on the slide, absent for a free text box. */
export const shape = (placeholder: string | undefined, ...texts: string[]): string => placedShape(placeholder, '', ...texts)

/** The same with the content of its `spPr`. */
export const placedShape = (placeholder: string | undefined, properties: string, ...texts: string[]): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name=""/><p:cNvSpPr/><p:nvPr>${placeholder ? `<p:ph type="${placeholder}"/>` : ''}</p:nvPr></p:nvSpPr><p:spPr>${properties}</p:spPr><p:txBody>${paragraphs(texts)}</p:txBody></p:sp>`
