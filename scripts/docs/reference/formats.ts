import { formats as documentFormats } from '../../../services/documents/formats/catalog.ts'
import type { DocumentFormat } from '../../../services/documents/formats/document-format.ts'
import { configurationRows } from './configuration.ts'
import { blocks, code, type ReferencePage, table, withCode } from './page.ts'

const endingsOf = ({ extension, also = [] }: DocumentFormat): string => [extension, ...also].map((ending) => code(`.${ending}`)).join(', ')

const formatRow = (format: DocumentFormat): string[] => {
  const { name, reads, skips, anchor } = format.docs
  return [name, endingsOf(format), reads, skips, anchor]
}

/** Settings that limit what is accepted and read. */
const limits = () =>
  ['upload', 'parsing'].flatMap((section) =>
    (configurationRows().get(section) ?? []).map(({ key, fallback, description }) => [code(key), fallback, withCode(description)]),
  )

export const formats: ReferencePage = {
  name: 'formats',
  title: 'File formats',
  summary: 'Every file format that Millrace reads: what becomes text, what does not, how citations find it, and limits.',
  questions: [
    'Which file formats can be uploaded?',
    'Can it read Excel, PowerPoint and mail?',
    'Are scanned PDFs and pictures read?',
    'Are zip archives unpacked?',
    'Can I upload video or audio?',
    'Can it read password-protected files?',
    'What happens to old formats such as DOC, XLS and PPT?',
    'How large may a file be, and how many pages may it have?',
    'Are comments, speaker notes and hidden text read?',
    'What happens to attachments of a mail?',
  ],
  body: () =>
    blocks(
      'The extension selects the format, and the content must match it. A mismatch ends with the code `corrupt`: see [Errors](errors.md#document-errors).',
      '## Formats',
      table(['Format', 'Extensions', 'What is read', 'What is not read', 'Citations name'], documentFormats.map(formatRow)),
      '## Other files',
      [
        '- Files of other types, such as archives, audio and video, are stored and not indexed. The status of the upload says so.',
        '- For old formats (DOC, XLS, PPT, Pages), the status names the format to save the file as.',
        '- Archives are not unpacked. Unpack them and upload the files.',
        '- Files that are protected by a password are rejected with the code `encrypted`.',
      ].join('\n'),
      '## How files are read',
      [
        '- Each file is parsed in a child process with limits of memory and time. See [Parsing sandbox](../explanation/parsing-sandbox.md).',
        '- Plain text of up to 16 kB in UTF-8 is read in the worker itself.',
        '- Scanned pages and images are recognized on this machine by Tesseract, or by a multimodal model. See [Read scans](../how-to/read-scans.md).',
        '- Tables become Markdown tables. Their header is repeated in every chunk.',
        '- Page, sheet and slide numbers and character offsets are kept from the file to the citation.',
        '- Attachments of an email become documents named `MAIL - FILE`, with the labels of the email. They are deleted and replaced with it.',
      ].join('\n'),
      '## Limits',
      'These limits are settings: see [Configuration](configuration.md#parsing).',
      table(['Setting', 'Default', 'Description'], limits()),
      'Fixed limits: a file name has 1 to 255 characters, `metadata` at most 64 kB as JSON, and a file at least one byte.',
    ),
}
