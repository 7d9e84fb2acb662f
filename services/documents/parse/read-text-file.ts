import { readFile } from 'node:fs/promises'
import { decode, detectEncoding } from '../../../kernel/cell/encoding.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import type { Reading } from './blocks/draft-block.ts'

/** What a file of text holds, and how its bytes are to be read. */
export interface TextFile {
  readonly bytes: Buffer
  readonly encoding: string
}

/** Reads a file that is named as text. Throws `corrupt` where it holds anything else. */
export async function readTextFile({ path, fileType }: Pick<Reading, 'path' | 'fileType'>): Promise<TextFile> {
  const bytes = await readFile(path)
  const encoding = detectEncoding(bytes)
  if (!encoding) throw new WorkError('corrupt', `The file is named .${fileType}, but it holds binary data. Upload the right file.`)
  return { bytes, encoding }
}

export const wholeText = ({ bytes, encoding }: TextFile): string => [...decode(bytes, encoding)].join('')

/** The text in slices; each tells how far the reading has come. */
export function* slicesOf({ bytes, encoding }: TextFile, { progress }: Pick<Reading, 'progress'>): Iterable<string> {
  let done = 0
  for (const slice of decode(bytes, encoding)) {
    done += slice.length
    progress(Math.min(done, bytes.length), bytes.length, 'bytes')
    yield slice
  }
}
