import { createHash } from 'node:crypto'
import type { FieldValue, IndexField } from '../search.ts'

/** Fields that say the same of all chunks of a document, and mostly of many documents. */
const LABELS: ReadonlySet<string> = new Set(['file_type', 'doc_type', 'tags', 'confidentiality', 'business_unit'])

export const isLabel = ({ name }: IndexField): boolean => LABELS.has(name)

/** A number that chunks have in common which agree in all labels, whatever an index makes of them. */
export function labelOf(values: Readonly<Record<string, FieldValue>>): string {
  const told = JSON.stringify([...LABELS].map((name) => values[name] ?? null))
  return String(createHash('sha256').update(told).digest().readBigInt64BE())
}
