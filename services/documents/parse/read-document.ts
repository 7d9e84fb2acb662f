import { stat, writeFile } from 'node:fs/promises'
import { assertInflation, SUSPECT_TEXT_FROM } from '../../../kernel/cell/inflation.ts'
import type { Job, PagePicture, ReadProgress, ReadResult } from '../../../kernel/cell/protocol.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import type { AttachedFile } from '../../../schemas/artifacts.ts'
import { formatOf, formats } from '../formats/catalog.ts'
import type { Reading } from './blocks/draft-block.ts'
import { writeBlocks } from './blocks/write-blocks.ts'
import { assertContent } from './content-kind.ts'

const UNREAD = 'They are read where parsing.ocr.engine is tesseract or a model.'
const WARNINGS_KEPT = 20

/** Reads one file and writes its blocks to `job.output`. Throws WorkError of a document error code. */
export async function readDocument(job: Job, progress: (p: ReadProgress) => void): Promise<ReadResult> {
  const format = formatOf(job.fileType)
  if (!format)
    throw new WorkError(
      'unsupported',
      `Files of type ".${job.fileType}" cannot be read. Upload one of ${formats.map(({ extension }) => extension.toUpperCase()).join(', ')}.`,
    )
  const { size } = await stat(job.input)
  if (size === 0) throw new WorkError('empty', 'The file has no content (0 bytes). Upload it again.')
  await assertContent(job.input, job.fileType)
  const header = { format: 'millrace.parsed.v1' as const, reader: job.fileType, pages: 0, characters: 0, warnings: [] as string[] }
  const pictures: PagePicture[] = []
  const attached: string[] = []
  const attachments: AttachedFile[] = []
  const reading: Reading = {
    path: job.input,
    fileType: job.fileType,
    limits: job.limits,
    setPages: (pages) => {
      header.pages = pages
    },
    setReader: (name) => {
      header.reader = name
    },
    warn: (message) => {
      if (header.warnings.length < WARNINGS_KEPT && !header.warnings.includes(message)) header.warnings.push(message)
    },
    pictures: job.pictures ?? 0,
    fine: job.fine ?? false,
    unread: job.unread ?? UNREAD,
    async keepPicture(page, png) {
      const path = `${job.output}.${page}.png`
      await writeFile(path, png)
      pictures.push({ page, path })
    },
    attachments: job.attachments ?? 0,
    async attach(name, contentType, content) {
      if (attached.length >= (job.attachments ?? 0)) return false
      const path = `${job.output}.${attached.length}.attached`
      await writeFile(path, content)
      attached.push(path)
      attachments.push({ name, content_type: contentType, bytes: content.byteLength })
      return true
    },
    progress: (done, total, unit) => progress({ done, total, unit }),
  }
  const read = await format.reader()
  // A few bytes may say what is repeated or stands in every line: a text is bounded as what an archive unpacks to.
  const bounded = (length: number) => assertInflation('The text of the file has', length, size, job.limits, SUSPECT_TEXT_FROM)
  const { characters } = await writeBlocks(job.output, read(reading), bounded)
  if (characters === 0 && pictures.length === 0)
    throw new WorkError('empty', 'The file holds no text. Check that it is the right one and upload it again.')
  return { header: { ...header, characters, ...(attachments.length > 0 && { attachments }) }, pictures, attached }
}
