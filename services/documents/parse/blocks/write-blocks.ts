import { open } from 'node:fs/promises'
import type { Block } from '../../../../schemas/artifacts.ts'
import type { DraftBlock } from './draft-block.ts'

const SEPARATOR = '\n\n'
const BATCH = 64 * 1024

/** A block whose text begins at this offset of the document's; undefined without text. */
export function blockAt(draft: DraftBlock, start: number): Block | undefined {
  const text = cleanText(draft.text)
  return text ? { ...draft, text, start } : undefined
}

/** Where the next block begins. */
export const behind = ({ start, text }: Block): number => start + text.length + SEPARATOR.length

/**
 * Writes blocks as newline-delimited JSON and returns the length of the document's text in UTF-16 code units: the blocks' texts joined by a
 * blank line, in which each block gets its offset. Blocks without text are left out. `assertLength` is told that length before each
 * block is kept, and throws where it is too much.
 */
export async function writeBlocks(
  path: string,
  drafts: AsyncIterable<DraftBlock> | Iterable<DraftBlock>,
  assertLength: (characters: number) => void = () => undefined,
): Promise<{ characters: number; blocks: number }> {
  let [characters, blocks, start, batch] = [0, 0, 0, '']
  const file = await open(path, 'w')
  try {
    for await (const draft of drafts) {
      const block = blockAt(draft, start)
      if (!block) continue
      characters = start + block.text.length
      start = behind(block)
      assertLength(characters)
      blocks++
      batch += `${JSON.stringify(block)}\n`
      if (batch.length < BATCH) continue
      await file.writeFile(batch)
      batch = ''
    }
    await file.writeFile(batch)
  } finally {
    await file.close()
  }
  return { characters, blocks }
}

/** Without lone surrogates, control characters, other signs for line ends and outer white space: safe to store, to show and to split into lines. */
const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff\ufffe\uffff]/g, '')
    .trim()
