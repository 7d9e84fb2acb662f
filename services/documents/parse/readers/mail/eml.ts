import { readFile } from 'node:fs/promises'
import PostalMime, { type Address } from 'postal-mime'
import { messageOf, WorkError } from '../../../../../kernel/runtime/errors.ts'
import type { DraftBlock, Reading } from '../../draft-block.ts'
import { keepAttachments } from './keep-attachments.ts'
import { mailBlocks } from './mail-blocks.ts'

/** A message as mail servers keep it (RFC 5322 and MIME). */
export async function* readEml(reading: Reading): AsyncIterable<DraftBlock> {
  const mail = await parse(await readFile(reading.path))
  reading.setReader('eml')
  await keepAttachments(
    reading,
    mail.attachments.map(({ filename, mimeType, related, content }) => ({
      name: filename ?? '',
      contentType: mimeType,
      inText: related === true && mimeType.startsWith('image/'),
      content: () => (typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)),
    })),
  )
  yield* mailBlocks({
    subject: mail.subject ?? '',
    headers: [
      ['From', written(mail.from ? [mail.from] : [])],
      ['To', written(mail.to)],
      ['Cc', written(mail.cc)],
      ['Date', mail.date ?? ''],
    ],
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.map(({ filename, content }) => ({
      name: filename ?? '',
      bytes: typeof content === 'string' ? content.length : content.byteLength,
    })),
  })
}

async function parse(bytes: Buffer) {
  try {
    const mail = await PostalMime.parse(bytes, { maxNestingDepth: 64 })
    if (mail.headers.length === 0) throw new Error('it has no headers')
    return mail
  } catch (cause) {
    throw new WorkError(
      'corrupt',
      `The file is no mail message (${messageOf(cause).slice(0, 200)}). Export it again and upload that copy.`,
      { cause },
    )
  }
}

const written = (addresses: readonly Address[] = []): string =>
  addresses
    .flatMap((a) => (a.group ? a.group : [a]))
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address || ''))
    .join(', ')
