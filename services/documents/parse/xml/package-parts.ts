import { posix } from 'node:path'
import type { Archive } from '../../../../kernel/cell/archive.ts'
import { plainXml } from './plain-xml.ts'
import { descendants, parseXml, type XmlElement, xmlText } from './xml.ts'

/** A relation of a part of an Office document (ECMA-376 part 2, 6.5). */
export interface Relation {
  readonly id: string
  readonly type: string
  /** Path in the archive. */
  readonly target: string
}

/** An XML part as a tree, or undefined when there is none of this name. Throws WorkError `corrupt`. */
export async function readPart(archive: Archive, name: string): Promise<XmlElement | undefined> {
  const bytes = await archive.read(name)
  return bytes && parseXml(xmlText(bytes))
}

/** The same of an archive whose parts may name a document type, as OpenDocument and EPUB allow. */
export async function readTypedPart(archive: Archive, name: string): Promise<XmlElement | undefined> {
  const bytes = await archive.read(name)
  return bytes && parseXml(plainXml(xmlText(bytes)))
}

/** Relations of a part inside the archive; what points outside is never followed. */
export async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part)
  const rels = await readPart(archive, posix.join(folder, '_rels', `${posix.basename(part)}.rels`))
  if (!rels) return []
  return [...descendants(rels, 'Relationship')]
    .filter((r) => r.attributes.TargetMode !== 'External')
    .map(({ attributes: { Id = '', Type = '', Target = '' } }) => ({
      id: Id,
      type: Type,
      target: Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target),
    }))
}
