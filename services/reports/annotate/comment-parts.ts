import { columnIndex } from '../ingest/workbook.ts'

/** A comment on a cell. */
export interface CellComment {
  /** Such as `C7`. */
  readonly cell: string
  readonly text: string
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const AUTHOR = 'Review'

/** A text as XML may hold it. */
export const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const written = (text: string): string => `<r><t xml:space="preserve">${escaped(text)}</t></r>`

/** The part with the comments of a sheet (ECMA-376 part 1, 18.7), those that stand there already first. */
export function commentsPart(
  comments: readonly CellComment[],
  before: string | undefined,
): { part: string; added: readonly CellComment[] } {
  const open =
    before ??
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<comments xmlns="${MAIN}"><authors></authors><commentList></commentList></comments>`
  const authors = /<authors>([\s\S]*?)<\/authors>|<authors\/>/.exec(open)?.[1] ?? ''
  const author = authors.split('</author>').length - 1
  let part = open.replace(/<authors>[\s\S]*?<\/authors>|<authors\/>/, () => `<authors>${authors}<author>${AUTHOR}</author></authors>`)
  const added: CellComment[] = []
  const fresh: string[] = []
  for (const comment of comments) {
    // A cell has one comment: what is there is kept, and gets a paragraph more.
    const at = before === undefined ? -1 : part.indexOf(`ref="${comment.cell}"`)
    const end = at < 0 ? -1 : part.indexOf('</text>', at)
    const start = end < 0 ? -1 : part.indexOf('>', part.indexOf('<text', at)) + 1
    if (end >= 0) {
      const said = part.slice(start, end)
      // A plain text before runs is left out by some programs.
      const runs = said.startsWith('<t') ? `<r>${said}</r>` : said
      part = `${part.slice(0, start)}${runs}${written(`\n${comment.text}`)}${part.slice(end)}`
    } else {
      added.push(comment)
      fresh.push(`<comment ref="${comment.cell}" authorId="${author}"><text>${written(comment.text)}</text></comment>`)
    }
  }
  part = part.replace(/<commentList\/>/, '<commentList></commentList>').replace('</commentList>', () => `${fresh.join('')}</commentList>`)
  return { part, added }
}

/** The drawing without which programs do not show comments (ECMA-376 part 4, 19). `first`: the number of its first shape. */
export function shapesPart(comments: readonly CellComment[], before: string | undefined, first: number): string {
  const open =
    before ??
    `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype></xml>`
  const shapes = comments.map(({ cell }, i) => {
    const [, letters = 'A', digits = '1'] = /^([A-Z]+)(\d+)$/.exec(cell) ?? []
    const [column, row] = [columnIndex(letters), Number(digits) - 1]
    const anchor = [column + 1, 15, Math.max(0, row - 1), 10, column + 5, 15, row + 6, 4].join(', ')
    return `<v:shape id="_x0000_s${first + i}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
  })
  return open.replace('</xml>', () => `${shapes.join('')}</xml>`)
}
