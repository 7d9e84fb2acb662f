import { code } from './code.ts'
import { csv } from './csv.ts'
import type { DocumentFormat } from './document-format.ts'
import { docx } from './docx.ts'
import { eml } from './eml.ts'
import { epub } from './epub.ts'
import { html } from './html.ts'
import { json } from './json.ts'
import { markdown } from './markdown.ts'
import { msg } from './msg.ts'
import { openDocument } from './open-document.ts'
import { pdf } from './pdf.ts'
import { picture } from './picture.ts'
import { pptx } from './pptx.ts'
import { rtf } from './rtf.ts'
import { txt } from './txt.ts'
import { xlsx } from './xlsx.ts'
import { xml } from './xml.ts'

/** Every format that is read. */
export const formats: readonly DocumentFormat[] = [
  pdf,
  txt,
  docx,
  xlsx,
  csv,
  json,
  pptx,
  markdown,
  html,
  openDocument,
  rtf,
  epub,
  eml,
  msg,
  xml,
  code,
  picture,
]

/** Where files go that are kept and not read; all others to `other/raw`. */
const KEPT: Readonly<Record<string, string>> = {
  mp4: 'video/raw',
  mp3: 'audio/raw',
  wav: 'audio/raw',
}

const byExtension = new Map(
  formats.flatMap((format) => [format.extension, ...(format.also ?? [])].map((extension) => [extension, format] as const)),
)

/** The format of a file type, or undefined where such files are only kept. */
export const formatOf = (fileType: string): DocumentFormat | undefined => byExtension.get(fileType)

/** Extensions that have a directory of their own, in order. */
export const knownFileTypes: readonly string[] = [...byExtension.keys(), ...Object.keys(KEPT)]

/** Lower-case extension without the dot; empty when the name has none. */
export function fileTypeOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 1 ? '' : name.slice(dot + 1).toLowerCase()
}

/** Directory inside the storage container for raw files of this type. */
export const directoryOf = (fileType: string): string => formatOf(fileType)?.directory ?? KEPT[fileType] ?? 'other/raw'

export const isReadable = (fileType: string): boolean => byExtension.has(fileType)
