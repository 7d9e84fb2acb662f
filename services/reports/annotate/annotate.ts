import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { utils, write } from 'xlsx'
import { openArchive } from '../../../kernel/cell/archive.ts'
import type { Job } from '../../../kernel/cell/protocol.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { readCsv } from '../ingest/read-csv.ts'
import type { Finding, Severity } from '../stored/finding.ts'
import type { Language } from '../stored/language.ts'
import { type CellComment, commentsPart, escaped, shapesPart } from './comment-parts.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
/** What stands behind a `legacyDrawing` in a worksheet (ECMA-376 part 1, 18.3.1.99). */
const BEHIND = /<(?:legacyDrawingHF|drawingHF|picture|oleObjects|controls|webPublishItems|tableParts|extLst)[\s>/]/
const MOST_ROWS_OF_CSV = 1_000_000

/** The bytes of the workbook with findings as comments on their cells; everything else in it stays as it is. A CSV becomes a workbook. */
export async function annotate(job: Job, findings: readonly Finding[], language: Language = 'en'): Promise<Uint8Array> {
  if (job.fileType === 'csv') return withComments(await workbookOfCsv(job.input), findings, language)
  const archive = await openArchive(job.input, 'xlsx', job.limits)
  archive.close()
  return withComments(await readFile(job.input), findings, language)
}

async function workbookOfCsv(path: string): Promise<Uint8Array> {
  const book = utils.book_new()
  for (const { name, rows } of await readCsv(path, MOST_ROWS_OF_CSV)) {
    const grid: (string | null)[][] = []
    for (const { row, cells } of rows) grid[row - 1] = cells.map((cell) => (typeof cell === 'string' ? cell : null))
    utils.book_append_sheet(book, utils.aoa_to_sheet(Array.from(grid, (cells) => cells ?? [])), name)
  }
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}

export function withComments(bytes: Uint8Array, findings: readonly Finding[], language: Language = 'en'): Uint8Array {
  const parts = unzipSync(bytes)
  const sheets = sheetPaths(parts)
  let n = 0
  for (const [sheet, own] of Map.groupBy(findings, (f) => f.sheet)) {
    const path = sheets.get(sheet)
    if (path !== undefined && parts[path]) commentOn(parts, path, commentsOf(own, language), ++n)
  }
  return zipSync(parts)
}

const severityWords: Readonly<Record<Language, Readonly<Record<Severity, string>>>> = {
  en: { error: 'error', warning: 'warning', info: 'info' },
  de: { error: 'Fehler', warning: 'Warnung', info: 'Hinweis' },
  es: { error: 'error', warning: 'advertencia', info: 'nota' },
}

/** One comment a cell, whatever was found there. */
const commentsOf = (findings: readonly Finding[], language: Language): CellComment[] =>
  [...Map.groupBy(findings, (f) => f.cell)].map(([cell, own]) => ({
    cell,
    text: own.map((f) => `${f.id} ${severityWords[language][f.severity]}: ${f.message}\n${f.suggestion}`).join('\n\n'),
  }))

type Parts = Record<string, Uint8Array>
const textOf = (parts: Parts, path: string): string | undefined => parts[path] && strFromU8(parts[path])

interface Relation {
  readonly id: string
  readonly type: string
  readonly target: string
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&')

function relationsOf(parts: Parts, path: string): Relation[] {
  const text = textOf(parts, relationsPath(path)) ?? ''
  return [...text.matchAll(/<Relationship\b[^>]*>/g)].map(([tag]) => {
    const attribute = (name: string) => unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
    const target = attribute('Target')
    const whole = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(path), target)
    return { id: attribute('Id'), type: attribute('Type'), target: whole }
  })
}

const relationsPath = (path: string): string => posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`)

function sheetPaths(parts: Parts): Map<string, string> {
  const root = relationsOf(parts, '').find((r) => r.type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml'
  const targets = new Map(relationsOf(parts, root).map((r) => [r.id, r.target]))
  const tags = [...(textOf(parts, root) ?? '').matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([tag]) => tag)
  return new Map(
    tags.map((tag) => [unescaped(/\bname="([^"]*)"/.exec(tag)?.[1] ?? ''), targets.get(/\b\w+:id="([^"]*)"/.exec(tag)?.[1] ?? '') ?? '']),
  )
}

function commentOn(parts: Parts, sheet: string, comments: readonly CellComment[], n: number): void {
  const xml = textOf(parts, sheet) ?? ''
  if (!xml.includes('</worksheet>'))
    throw new WorkError(
      'unsupported',
      'The workbook is written in a form that takes no comments. Save it with Excel or LibreOffice and upload that copy.',
    )
  const relations = relationsOf(parts, sheet)
  const known = relations.find((r) => r.type.endsWith('/comments'))?.target
  const drawing = /<legacyDrawing\b[^>]*\b\w+:id="([^"]*)"/.exec(xml)?.[1]
  const shapes = relations.find((r) => r.id === drawing)?.target
  const commentsPath = known ?? `xl/review-comments${n}.xml`
  const shapesPath = shapes ?? `xl/drawings/review-comments${n}.vml`
  const { part, added } = commentsPart(comments, known && textOf(parts, known))
  parts[commentsPath] = strToU8(part)
  parts[shapesPath] = strToU8(shapesPart(added, shapes && textOf(parts, shapes), 500_000 + n * 20_000))
  if (!known) addRelation(parts, sheet, { id: `rReviewComments${n}`, type: `${OFFICE}/comments`, target: `/${commentsPath}` })
  if (!known)
    addContentType(
      parts,
      `<Override PartName="/${commentsPath}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"/>`,
    )
  if (shapes) return
  addRelation(parts, sheet, { id: `rReviewShapes${n}`, type: `${OFFICE}/vmlDrawing`, target: `/${shapesPath}` })
  addContentType(
    parts,
    '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>',
    /Extension="vml"/i,
  )
  const body = Math.max(0, xml.indexOf('</sheetData>'), xml.indexOf('<sheetData/>'))
  const behind = BEHIND.exec(xml.slice(body))
  const at = behind ? body + behind.index : xml.lastIndexOf('</worksheet>')
  parts[sheet] = strToU8(`${xml.slice(0, at)}<legacyDrawing xmlns:r="${OFFICE}" r:id="rReviewShapes${n}"/>${xml.slice(at)}`)
}

function addRelation(parts: Parts, path: string, { id, type, target }: Relation): void {
  const own = relationsPath(path)
  const text =
    textOf(parts, own) ?? `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="${RELATIONS}"></Relationships>`
  const tag = `<Relationship Id="${id}" Type="${type}" Target="${escaped(target)}"/>`
  const open = text.replace(/<Relationships([^>]*)\/>/, '<Relationships$1></Relationships>')
  parts[own] = strToU8(open.replace('</Relationships>', () => `${tag}</Relationships>`))
}

function addContentType(parts: Parts, tag: string, unless?: RegExp): void {
  const text = textOf(parts, '[Content_Types].xml') ?? ''
  if (unless?.test(text)) return
  // Defaults stand before overrides.
  const at = tag.startsWith('<Default') ? text.indexOf('>', text.indexOf('<Types')) + 1 : text.lastIndexOf('</Types>')
  parts['[Content_Types].xml'] = strToU8(`${text.slice(0, at)}${tag}${text.slice(at)}`)
}
