import { readFile } from 'node:fs/promises'
import { decode, detectEncoding, encodingNamed } from '../../../kernel/cell/encoding.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import type { Reading } from './blocks/draft-block.ts'

/** What a file of text holds, and how its bytes are to be read. */
export interface TextFile {
  readonly bytes: Buffer
  readonly encoding: string
}

/** So far a file names its encoding. */
const DECLARED_WITHIN = 4096

/**
 * Reads a file that is named as text. Throws `corrupt` where it holds anything else. What `declaration` finds in its begin is its encoding
 * where the bytes are not UTF: they say more than what is written about them.
 */
export async function readTextFile({ path, fileType }: Pick<Reading, 'path' | 'fileType'>, declaration?: RegExp): Promise<TextFile> {
  const bytes = await readFile(path)
  const encoding = detectEncoding(bytes)
  if (!encoding) throw new WorkError('corrupt', `The file is named .${fileType}, but it holds binary data. Upload the right file.`)
  const label = declaration?.exec(bytes.subarray(0, DECLARED_WITHIN).toString('latin1'))?.[1]
  const named = label === undefined || encoding.startsWith('utf') ? undefined : encodingNamed(label)
  return { bytes, encoding: named ?? encoding }
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
