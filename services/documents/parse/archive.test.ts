import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { docxParts, makeDocx } from './testing/make-office.ts'
import { makeZip } from './testing/make-zip.ts'
import { readBytes } from './testing/read-bytes.ts'

const MB = 1 << 20
const paragraph = '<w:p><w:r><w:t>Grain goes in.</w:t></w:r></w:p>'
const zeros = (bytes: number) => Buffer.alloc(bytes)
const read = (data: Buffer, limits = {}) => readBytes('docx', data, limits)

describe('the archive guard', () => {
  it('lets an honest document through', async () => {
    expect((await read(makeDocx(paragraph))).text).toBe('Grain goes in.')
  })

  it.each([
    [
      'inflates beyond the limit',
      docxParts(paragraph, [{ name: 'word/media/a.bin', data: zeros(51 * MB) }]),
      'too_large',
      /more than 50 MB/,
    ],
    [
      'has a ratio of 1000:1',
      docxParts(paragraph, [{ name: 'word/media/a.bin', data: zeros(20 * MB) }]),
      'too_large',
      /100 times its size/,
    ],
    [
      'says that it is small and is not',
      docxParts(paragraph, [{ name: 'word/media/a.bin', data: zeros(20 * MB), claimedSize: 1000 }]),
      'corrupt',
      /damaged/,
    ],
    ['has 10,001 parts', Array.from({ length: 10_001 }, (_, i) => ({ name: `word/${i}`, data: '' })), 'too_large', /more than 10000 parts/],
    [
      'uses one part’s data many times',
      docxParts(paragraph, [
        { name: 'word/a', data: zeros(MB) },
        { name: 'word/b', data: zeros(MB), sameDataAs: 3 },
      ]),
      'corrupt',
      /overlap/,
    ],
    ['has two parts of one name', docxParts(paragraph, docxParts('')), 'corrupt', /one name/],
    ['has an encrypted part', docxParts(paragraph, [{ name: 'word/a', data: 'x', encrypted: true }]), 'encrypted', /password/],
    ['is another kind of archive', [{ name: 'readme.txt', data: 'x' }], 'corrupt', /a ZIP archive of something else/],
    ['is a workbook', [{ name: 'xl/workbook.xml', data: '<workbook/>' }], 'corrupt', /an Excel workbook/],
    ['climbs out of its folder', [{ name: '../../etc/passwd', data: 'x' }], 'corrupt', /damaged/],
  ] as const)('refuses one that %s', async (_, parts, code, message) => {
    await expect(read(makeZip(parts))).rejects.toMatchObject({ code, retryable: false, message: expect.stringMatching(message) })
  })

  it('refuses one in which a bit of a text is another, and takes one without checksums', async () => {
    const whole = makeZip(docxParts(paragraph))
    const sum = Buffer.alloc(4)
    sum.writeUInt32LE(crc32(docxParts(paragraph).at(-1)!.data))
    const withSum = (by: number) => {
      const bytes = Buffer.from(whole)
      for (let at = bytes.indexOf(sum); at >= 0; at = bytes.indexOf(sum, at + 1)) bytes.writeUInt32LE(by, at)
      return bytes
    }
    await expect(read(withSum(1))).rejects.toMatchObject({ code: 'corrupt', message: expect.stringMatching(/checksum/) })
    expect((await read(withSum(0))).text).toBe('Grain goes in.')
  })

  it('takes archives inside an archive as bytes', async () => {
    const inner = makeZip([{ name: 'bomb', data: zeros(100 * MB) }])
    expect((await read(makeDocx(paragraph, [{ name: 'word/embeddings/inner.zip', data: inner }]))).text).toBe('Grain goes in.')
  })

  const laughs = `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 10 }, (_, i) => `<!ENTITY a${i} "${`&${i ? `a${i - 1}` : 'a'};`.repeat(10)}">`).join('')}]><w:document>&a9;</w:document>`
  it.each([
    ['billion laughs', Buffer.from(laughs)],
    ['billion laughs in UTF-16', Buffer.from(`\ufeff${laughs}`, 'utf16le')],
    ['an external entity', Buffer.from('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><w:document>&e;</w:document>')],
    ['a document type behind a long comment', Buffer.from(`<!--${'-=-'.repeat(50_000)}--><!DOCTYPE x><w:document/>`)],
  ])('refuses %s', async (_, data) => {
    const parts = docxParts('').map((p) => (p.name === 'word/document.xml' ? { ...p, data } : p))
    await expect(read(makeZip(parts))).rejects.toMatchObject({ code: 'corrupt', message: expect.stringMatching(/XML entities/) })
  })

  it('tells a protected document from an old one', async () => {
    const container = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), zeros(600)])
    await expect(read(container)).rejects.toMatchObject({ code: 'corrupt', message: expect.stringMatching(/old Office format/) })
    const locked = Buffer.concat([container, Buffer.from('EncryptedPackage', 'utf16le')])
    await expect(read(locked)).rejects.toMatchObject({ code: 'encrypted' })
  })

  it('refuses a truncated document', async () => {
    const whole = makeDocx(paragraph)
    await expect(read(whole.subarray(0, whole.length - 40))).rejects.toMatchObject({
      code: 'corrupt',
      message:
        'The .docx file is damaged (it was cut short, or is a file of another kind under this name). Save it again and upload that copy.',
    })
  })
})
