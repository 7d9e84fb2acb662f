import type { Archive } from '../../../../../kernel/cell/archive.ts'
import { type Relation, relationsOf } from '../../xml/package-parts.ts'
import { xmlText } from '../../xml/xml.ts'

/** Where the parts of a Word document lie in its archive. */
export interface DocxParts {
  readonly main: string
  /** Those of the main part. */
  readonly relations: readonly Relation[]
}

export async function docxParts(archive: Archive): Promise<DocxParts> {
  const main = (await relationsOf(archive, '')).find((r) => r.type.endsWith('/officeDocument'))?.target ?? 'word/document.xml'
  return { main, relations: archive.names.includes(main) ? await relationsOf(archive, main) : [] }
}

/** The text of a part of this kind, such as `styles`. */
export async function textOfPart(archive: Archive, { relations }: DocxParts, kind: string): Promise<string | undefined> {
  const related = relations.find((r) => r.type.endsWith(`/${kind}`) && archive.names.includes(r.target))?.target
  const bytes = await archive.read(related ?? `word/${kind}.xml`)
  return bytes && xmlText(bytes)
}
