import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesystemBlobs } from '../../../kernel/blobs/filesystem.ts'
import { configSchemaOf, parseConfig } from '../../../kernel/config/config.ts'
import { routedLlm } from '../../../kernel/llm/routed.ts'
import { parseEnv } from '../../../kernel/runtime/env.ts'
import { encodePng } from '../parse/ocr/png.ts'
import { parsingSection } from '../parse/parsing-section.ts'
import { beginningOf, firstMessage } from './first-message.ts'

const NEEDED = {
  llms: { defaults: { params: {} }, models: { default: { model: 'plain' } } },
  indexes: { default: 'default', aliases: { default: 'documents' } },
  retrieval: { top_k: 5, mode: 'auto', weights: { text: 1, vector: 0.5 } },
}
const png = (side: number) => encodePng({ width: side, height: side, pixels: new Uint8Array(side * side) })

test('a picture is read where it is one and something recognises its text; else its status says why it is only kept', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'beginning-'))
  try {
    const blobs = await filesystemBlobs({ dir, container: 'documents' })
    await blobs.write('images/raw/page.png', png(40))
    await blobs.write('images/raw/dot.png', png(1))
    await blobs.write('images/raw/words.png', Buffer.from('not really a picture'))
    const begun = async (name: string, engine = 'tesseract', mode: 'async' | 'upload_only' = 'async') => {
      const config = parseConfig({ ...NEEDED, parsing: { ocr: { engine } } }, configSchemaOf([parsingSection]))
      const ports = { blobs, config, llm: routedLlm(config, parseEnv({})) }
      return beginningOf(ports, { blob: `images/raw/${name}`, mode, fileType: 'png' })
    }
    expect(await begun('page.png')).toMatchObject({ processed: true })
    expect(await begun('page.png', 'off')).toEqual({ processed: false, message: expect.stringContaining('parsing.ocr.engine') })
    expect(await begun('page.png', 'tesseract', 'upload_only')).toMatchObject({ processed: false })
    expect(await begun('dot.png')).toEqual({ processed: false, message: expect.stringContaining('too small') })
    expect(await begun('words.png')).toEqual({ processed: false, message: expect.stringContaining('no picture') })
  } finally {
    await rm(dir, { recursive: true })
  }
  expect(firstMessage('async', 'txt')).toMatchObject({ processed: true })
  expect(firstMessage('async', 'mp4')).toEqual({ processed: false, message: expect.stringContaining('.mp4') })
  expect(firstMessage('async', 'png')).toMatchObject({ processed: false })
})

test.each([
  ['doc', 'Save it as DOCX or PDF'],
  ['xls', 'Save it as XLSX or CSV'],
  ['ppt', 'Save it as PPTX or PDF'],
  ['pages', 'Save it as DOCX or PDF'],
  ['fodt', 'Save it as DOCX or PDF'],
  ['heic', 'Save it as PNG or JPEG'],
])('a .%s file is kept, and its status says what to do', (fileType, remedy) => {
  expect(firstMessage('async', fileType)).toEqual({ processed: false, message: expect.stringContaining(remedy) })
})
