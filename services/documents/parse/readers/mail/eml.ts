import { readFile } from 'node:fs/promises'
import PostalMime, { type Address, decodeWords } from 'postal-mime'
import { messageOf, WorkError } from '../../../../../kernel/runtime/errors.ts'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { keepAttachments } from './keep-attachments.ts'
import { mailBlocks } from './mail-blocks.ts'

/** A message as mail servers keep it (RFC 5322 and MIME). */
export async function* readEml(reading: Reading): AsyncIterable<DraftBlock> {
  const mail = await parse(await readFile(reading.path))
  reading.setReader('eml')
  const attached = mail.attachments.map(({ filename, mimeType, related, content }) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content instanceof Uint8Array ? content : new Uint8Array(content)
    return {
      name: filename || (mimeType === 'message/rfc822' ? subjectOf(bytes) : ''),
      contentType: mimeType,
      inText: related === true && mimeType.startsWith('image/'),
      content: () => bytes,
    }
  })
  await keepAttachments(reading, attached)
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
    attachments: attached.map(({ name, content }) => ({ name, bytes: content().byteLength })),
  })
}

/** Bytes at the beginning of a message in which its subject is looked for. */
const HEADERS = 16_384

/** What a mail within a mail is called; empty where it has no subject. */
function subjectOf(message: Uint8Array): string {
  const headers = Buffer.from(message.subarray(0, HEADERS))
    .toString('utf8')
    .split(/\r?\n\r?\n/, 1)[0]!
  const subject = /^subject:[ \t]*(.*(?:\r?\n[ \t]+.*)*)/im.exec(headers)?.[1] ?? ''
  return decodeWords(subject.replace(/\r?\n[ \t]+/g, ' '))
    .replace(/[/\\]/g, '-')
    .trim()
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
