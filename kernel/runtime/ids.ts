import { hash, randomUUID } from 'node:crypto'

/** Namespace of every name-based id of the platform. */
const NAMESPACE = Buffer.from('6f1d5f9e2c1b5e0aa7c43c1f0d8e4b72', 'hex')

export const newId = (): string => randomUUID()

/** RFC 9562 UUIDv5 of the parts, each preceded by its length so that ('ab','c') and ('a','bc') differ. */
export function nameId(...parts: readonly (string | number)[]): string {
  const name = parts.map((p) => `${String(p).length}:${p}`).join('|')
  const hex = hash('sha1', Buffer.concat([NAMESPACE, Buffer.from(name)]))
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The id of the document of this name in this index. */
export const documentIdOf = (index: string, sourceFile: string): string => nameId('document', index, sourceFile)

/** The id of the n-th document of this name that callers with these limits (`sightOf`) brought where they could see none. */
export const sightDocumentIdOf = (index: string, sourceFile: string, sight: string, n: number): string =>
  nameId('document', index, sourceFile, sight, n)

/** The id of the n-th output of a consumer for an input: the same on every redelivery. */
export const outputIdOf = (inputId: string, consumer: string, ordinal: number): string => nameId('output', inputId, consumer, ordinal)
