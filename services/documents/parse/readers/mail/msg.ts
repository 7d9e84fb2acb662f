import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { messageOf, WorkError } from '../../../../../kernel/runtime/errors.ts'
import type { DraftBlock, Reading } from '../../draft-block.ts'
import { keepAttachments } from './keep-attachments.ts'
import { mailBlocks } from './mail-blocks.ts'

/** The package is CommonJS with a default of its own, which loaders take for different things. */
const { default: MsgReader } = createRequire(import.meta.url)('@kenjiuno/msgreader') as typeof import('@kenjiuno/msgreader')

type Attachment = Parameters<InstanceType<typeof MsgReader>['getAttachment']>[0] & object

/** A message within the message has a name alone, and becomes one of its own. */
const nameOf = ({ fileName, name, innerMsgContent }: Attachment): string =>
  innerMsgContent ? `${name ?? 'message'}.msg` : (fileName ?? name ?? '')

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
  yield* mailBlocks({
    subject: mail.subject ?? '',
    headers: [
      ['From', named(mail.senderName ?? '', mail.senderSmtpAddress ?? mail.senderEmail ?? '')],
      ['To', to('to')],
      ['Cc', to('cc')],
      ['Date', mail.messageDeliveryTime ?? mail.clientSubmitTime ?? ''],
    ],
    text: mail.body ?? '',
    html: mail.bodyHtml ?? (mail.html ? Buffer.from(mail.html).toString('utf8') : ''),
    attachments: attachments.map((attachment) => ({ name: nameOf(attachment), bytes: attachment.contentLength ?? 0 })),
  })
}

function parse(bytes: Buffer) {
  try {
    const reader = new MsgReader(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer)
    const mail = reader.getFileData()
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
