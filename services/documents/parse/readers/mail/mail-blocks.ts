import type { DraftBlock } from '../../blocks/draft-block.ts'
import { htmlBlocks } from '../markup/html.ts'
import { blocksOf } from '../plain/txt.ts'
import { rtfBlocks } from '../rtf/rtf.ts'
import { rtfParagraphs } from '../rtf/rtf-paragraphs.ts'

/** A message as its reader sees it. */
export interface Mail {
  readonly subject: string
  /** `From: …` and so on, in the order in which they are shown; empty values are left out. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly text: string
  /** Read where there is no text. */
  readonly html: string
  /** Read where there is neither. */
  readonly rtf?: Buffer | undefined
  readonly attachments: readonly { readonly name: string; readonly bytes: number }[]
}

/** Subject, headers, body, and the names of what is attached. */
export async function* mailBlocks(mail: Mail): AsyncIterable<DraftBlock> {
  yield { type: 'heading', level: 1, text: mail.subject.trim() || '(no subject)' }
  yield { type: 'paragraph', text: mail.headers.flatMap(([name, value]) => (value.trim() ? [`${name}: ${value.trim()}`] : [])).join('\n') }
  if (mail.text.trim()) yield* blocksOf(mail.text.split(/\r\n|\r|\n/))
  else if (mail.html.trim()) yield* htmlBlocks(mail.html)
  else if (mail.rtf) yield* rtfBlocks(rtfParagraphs(mail.rtf))
  if (mail.attachments.length === 0) return
  const names = mail.attachments.map(({ name, bytes }) => `- ${name || '(without a name)'} (${Math.ceil(bytes / 1024)} kB)`)
  yield { type: 'list', text: `Attachments:\n${names.join('\n')}` }
}
