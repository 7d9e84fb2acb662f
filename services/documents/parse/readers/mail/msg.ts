import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { messageOf, WorkError } from '../../../../../kernel/runtime/errors.ts'
import type { DraftBlock, Reading } from '../../draft-block.ts'
import { mailBlocks } from './mail-blocks.ts'

/** The package is CommonJS with a default of its own, which loaders take for different things. */
const { default: MsgReader } = createRequire(import.meta.url)('@kenjiuno/msgreader') as typeof import('@kenjiuno/msgreader')

/** A message as Outlook keeps it ([MS-OXMSG]). */
export async function* readMsg(reading: Reading): AsyncIterable<DraftBlock> {
  const mail = parse(await readFile(reading.path))
  reading.setReader('msg')
  const { recipients = [], attachments = [] } = mail
  if (attachments.length > 0)
    reading.warn(`The message has ${attachments.length} attachments; their names are kept. Upload them to search in them.`)
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
    attachments: attachments.map(({ fileName = '', contentLength = 0 }) => ({ name: fileName, bytes: contentLength })),
  })
}

function parse(bytes: Buffer) {
  try {
    const mail = new MsgReader(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer).getFileData()
    if (mail.error) throw new Error(mail.error)
    if (mail.subject === undefined && mail.body === undefined && mail.senderName === undefined)
      throw new Error('it has neither subject nor body')
    return mail
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
