import { safeName } from '../../../formats/safe-name.ts'
import type { Reading } from '../../blocks/draft-block.ts'

/** A file of a mail. */
export interface AttachedContent {
  readonly name: string
  readonly contentType: string
  /** A picture within the text: it is part of the mail. */
  readonly inText: boolean
  /** Undefined where its bytes cannot be read. */
  content(): Uint8Array | undefined
}

const LONGEST_NAME = 120

/** Keeps the files of a mail, each under a name of its own, and warns of those that stay behind. */
export async function keepAttachments(reading: Reading, files: readonly AttachedContent[]): Promise<void> {
  const names = new Set<string>()
  let unread = 0
  let beyond = 0
  for (const [i, file] of files.entries()) {
    if (file.inText) continue
    const content = reading.attachments > 0 ? file.content() : undefined
    if (reading.attachments === 0) beyond++
    else if (!content || content.byteLength === 0) unread++
    else {
      const name = unlike(names, safeName(file.name, file.contentType, `attachment-${i + 1}`, LONGEST_NAME))
      if (await reading.attach(name, file.contentType, content)) names.add(name)
      else beyond++
    }
  }
  if (unread > 0) reading.warn(`${written(unread)} could not be read: empty or damaged.`)
  if (beyond > 0) reading.warn(`${written(beyond)} did not become a document, only the name is kept. Upload what you want to search in.`)
}

const written = (count: number): string => (count === 1 ? '1 attachment' : `${count} attachments`)

/** The name as it is, or with a number where another file of the mail has it. */
function unlike(names: ReadonlySet<string>, name: string): string {
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot < 1 ? [name, ''] : [name.slice(0, dot), name.slice(dot)]
  for (let n = 1; ; n++) {
    const tried = n === 1 ? name : `${stem} (${n})${ending}`
    if (!names.has(tried)) return tried
  }
}
