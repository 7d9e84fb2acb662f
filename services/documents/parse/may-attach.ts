import type { DocumentFile } from '../../../schemas/document.ts'
import type { ParsingSection } from './parsing-section.ts'

/** How many files of this one may become documents, where it is a mail. */
export const mayAttach = ({ attached_to: mail }: DocumentFile, { attachments }: ParsingSection): number =>
  mail === undefined ? attachments.max_files : mail.depth < attachments.max_depth ? mail.may_attach : 0
