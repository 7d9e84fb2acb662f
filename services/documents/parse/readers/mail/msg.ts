import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { decompressRTF } from '@kenjiuno/decompressrtf'
import iconv from 'iconv-lite'
import { messageOf, WorkError } from '../../../../../kernel/runtime/errors.ts'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { keepAttachments } from './keep-attachments.ts'
import { mailBlocks } from './mail-blocks.ts'

/** The package is CommonJS with a default of its own, which loaders take for different things. */
const { default: MsgReader } = createRequire(import.meta.url)('@kenjiuno/msgreader') as typeof import('@kenjiuno/msgreader')

type Attachment = Parameters<InstanceType<typeof MsgReader>['getAttachment']>[0] & object

/** A message within the message often has a name alone, without an ending, and becomes one of its own. */
const nameOf = ({ fileName, name, innerMsgContent }: Attachment): string => {
  const told = fileName || name || ''
  return innerMsgContent && !told.toLowerCase().endsWith('.msg') ? `${told || 'message'}.msg` : told
}

const WESTERN = 'windows-1252'
const UTF_8 = 65001

/** What iconv calls a code page of Windows; undefined where it knows none of that number. */
const encodingOf = (codePage: number | undefined): string | undefined =>
  codePage === UTF_8 ? 'utf8' : [`windows-${codePage}`, `cp${codePage}`, `${codePage}`].find((name) => iconv.encodingExists(name))

/** A message as Outlook keeps it ([MS-OXMSG]). */
export async function* readMsg(reading: Reading): AsyncIterable<DraftBlock> {
  const message = await readFile(reading.path)
  const { mail, contentOf } = parse(message)
  reading.setReader('msg')
  const { recipients = [], attachments = [] } = mail
  await keepAttachments(
    reading,
    attachments.map((attachment) => ({
      name: nameOf(attachment),
      contentType: attachment.attachMimeTag ?? '',
      inText: attachment.attachmentHidden === true,
      content: () => contentOf(attachment),
    })),
  )
  const to = (kind: string) =>
    recipients
      .filter((r) => (r.recipType ?? 'to') === kind)
      .map(({ name = '', smtpAddress, email }) => named(name, smtpAddress ?? email ?? ''))
      .join(', ')
  const html = mail.bodyHtml ?? (mail.html ? iconv.decode(Buffer.from(mail.html), encodingOf(mail.internetCodepage) ?? 'utf8') : '')
  yield* mailBlocks({
    subject: mail.subject ?? '',
    headers: [
      ['From', named(mail.senderName ?? '', mail.senderSmtpAddress ?? mail.senderEmail ?? '')],
      ['To', to('to')],
      ['Cc', to('cc')],
      ['Date', mail.messageDeliveryTime ?? mail.clientSubmitTime ?? ''],
    ],
    text: mail.body ?? '',
    html,
    ...(mail.body?.trim() || html.trim() || !mail.compressedRtf ? {} : { rtf: unpacked(mail.compressedRtf, reading) }),
    attachments: attachments.map((attachment) => ({ name: nameOf(attachment), bytes: attachment.contentLength ?? 0 })),
  })
}

/** Packed, of a body: it grows to nine times that, and each byte takes eight of memory meanwhile. */
const LARGEST_RTF = 2_000_000

/** The body as Rich Text, which Outlook packs ([MS-OXRTFCP]); undefined, with a warning, where it cannot be unpacked. */
function unpacked(packed: Uint8Array, reading: Reading): Buffer | undefined {
  try {
    if (packed.byteLength > LARGEST_RTF) throw new Error('it is too long')
    return Buffer.from(decompressRTF([...packed]))
  } catch (error) {
    reading.warn(
      `The text of the message could not be read (${messageOf(error).slice(0, 100)}). Save it as .eml or PDF and upload that copy.`,
    )
    return undefined
  }
}

function parse(bytes: Buffer) {
  try {
    const read = (encoding: string) => {
      const reader = new MsgReader(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer)
      reader.parserConfig = { ansiEncoding: encoding }
      return { reader, mail: reader.getFileData() }
    }
    // Old messages are written in a code page, which stands in them; where only that of the text as it was sent does, it is that one.
    const first = read(WESTERN)
    const { messageCodepage, internetCodepage } = first.mail
    const encoding = encodingOf(messageCodepage ?? (internetCodepage === UTF_8 ? undefined : internetCodepage)) ?? WESTERN
    const { reader, mail } = encoding === WESTERN ? first : read(encoding)
    if (mail.error) throw new Error(mail.error)
    if (mail.subject === undefined && mail.body === undefined && mail.senderName === undefined)
      throw new Error('it has neither subject nor body')
    const contentOf = (attachment: Attachment) => {
      try {
        return reader.getAttachment(attachment).content
      } catch {
        return undefined
      }
    }
    return { mail, contentOf }
  } catch (cause) {
    throw new WorkError(
      'corrupt',
      `The file is no Outlook message (${messageOf(cause).slice(0, 200)}). Export it again and upload that copy.`,
      {
        cause,
      },
    )
  }
}

const named = (name: string, address: string): string => (name && address && name !== address ? `${name} <${address}>` : name || address)
