import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Block } from '../../../schemas/artifacts.ts'
import type { DraftBlock } from './draft-block.ts'

const SEPARATOR = '\n\n'
const BATCH = 64 * 1024

/** Gives each block its offset: the document's text is the blocks' texts joined by a blank line. Blocks without text are left out. */
async function* layOut(drafts: AsyncIterable<DraftBlock> | Iterable<DraftBlock>): AsyncIterable<Block> {
  let start = 0
  for await (const draft of drafts) {
    const text = cleanText(draft.text)
    if (!text) continue
    yield { ...draft, text, start }
    start += text.length + SEPARATOR.length
  }
}

/**
 * Writes blocks as newline-delimited JSON and returns the length of the document's text in UTF-16 code units. `assertLength` is told
 * that length before each block is kept, and throws where it is too much.
 */
export async function writeBlocks(
  path: string,
  drafts: AsyncIterable<DraftBlock>,
  assertLength: (characters: number) => void = () => undefined,
): Promise<{ characters: number; blocks: number }> {
  let characters = 0
  let blocks = 0
  async function* lines() {
    let batch = ''
    for await (const block of layOut(drafts)) {
      characters = block.start + block.text.length
      assertLength(characters)
      blocks++
      batch += `${JSON.stringify(block)}\n`
      if (batch.length < BATCH) continue
      yield batch
      batch = ''
    }
    yield batch
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
  return { characters, blocks }
}

/** Without lone surrogates, control characters, other signs for line ends and outer white space: safe to store, to show and to split into lines. */
const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff\ufffe\uffff]/g, '')
    .trim()
