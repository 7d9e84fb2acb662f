import dns from 'node:dns'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { openPdfium } from '../../readers/pdf/pdfium/pdfium.ts'
import { makePdf } from '../../testing/make-pdf.ts'
import { encodePng } from '../png.ts'
import { isInstalled } from './languages.ts'
import { readWords } from './read-words.ts'
import { recognisePicture } from './recognise-picture.ts'

afterEach(() => vi.restoreAllMocks())

it('reads a picture and asks no network for anything', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'picture-'))
  try {
    const pdf = await openPdfium(makePdf([[{ x: 72, y: 700, text: 'The wheel turns.', size: 20 }]]))
    const picture = join(folder, 'page.png')
    await writeFile(picture, encodePng(pdf.render(0, { dots: 150, longestSide: 2000 })))
    pdf.close()
    const calls = [
      vi.spyOn(globalThis, 'fetch'),
      vi.spyOn(net.Socket.prototype, 'connect'),
      vi.spyOn(dns, 'lookup'),
      vi.spyOn(dns.promises, 'lookup'),
    ]
    await expect(recognisePicture({ id: 1, picture, languages: ['eng'] })).resolves.toMatchObject({
      text: expect.stringContaining('The wheel turns.'),
    })
    await writeFile(picture, 'no picture')
    await expect(recognisePicture({ id: 2, picture, languages: ['eng'] })).rejects.toThrow('cannot be read')
    await expect(recognisePicture({ id: 3, picture, languages: ['xyz'] })).rejects.toThrow('not installed')
    for (const call of calls) expect(call).not.toHaveBeenCalled()
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('takes no path for a language', () => {
  expect(isInstalled('eng')).toBe(true)
  for (const name of ['../eng', 'eng/..', 'e', '', 'eng+deu', '/etc']) expect(isInstalled(name)).toBe(false)
})

const row = (place: string, height: number, confidence: number, text: string) =>
  `5\t1\t${place.replaceAll('.', '\t')}\t0\t0\t50\t${height}\t${confidence}\t${text}`
const words = (place: string, text: string, { height = 20, confidence = 90 } = {}) =>
  text.split(' ').map((word, i) => row(`${place}.${i + 1}`, height, confidence, word))

it('makes paragraphs of lines, headings of large ones, and nothing of stains', () => {
  const page = [
    '1\t1\t0\t0\t0\t0\t0\t0\t900\t900\t-1\t',
    ...words('1.1.1', 'The Mill', { height: 40, confidence: 80 }),
    ...words('2.1.1', 'The wheel holds the wa-'),
    ...words('2.1.2', 'ter and the self-'),
    ...words('2.1.3', 'Locking gate.'),
    ...words('3.1.1', '~~ | _', { confidence: 12 }),
  ].join('\n')
  const { text, confidence } = readWords(page)
  expect(text).toBe('# The Mill\n\nThe wheel holds the water and the self- Locking gate.')
  expect(confidence).toBeCloseTo(0.88, 2)
  expect(readWords('')).toEqual({ text: '', confidence: 0 })
})
