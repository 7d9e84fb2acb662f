import { burn } from '@kenjiuno/msgreader/lib/Burner.js'
import { describe, expect, it } from 'vitest'
import { makeMail } from '../../testing/make-mail.ts'
import { readBytes } from '../../testing/read-bytes.ts'

const names = ({ attachments = [] }: { attachments?: { name: string }[] | undefined }) => attachments.map(({ name }) => name)

describe('the files of a mail', () => {
  it('are kept as they are, each under a name of its own', async () => {
    const mail = makeMail('Plans', 'See the files.', [
      { name: 'plan.csv', type: 'text/csv', content: 'a,b\n1,2\n' },
      { name: 'plan.csv', type: 'text/csv', content: 'c,d\n' },
      { name: '', type: 'application/pdf', content: '%PDF-' },
      { name: '../../etc/passwd', type: 'application/octet-stream', content: 'x' },
      { name: '', type: 'message/rfc822', content: makeMail('Inner', 'Within.', []) },
    ])
    const { header, attached } = await readBytes('eml', mail, {}, 50)
    expect(names(header)).toEqual(['plan.csv', 'plan (2).csv', 'attachment-3.pdf', 'passwd', 'Inner.eml'])
    expect(attached.map(String).slice(0, 4)).toEqual(['a,b\n1,2\n', 'c,d\n', '%PDF-', 'x'])
    expect(header.attachments?.[0]).toEqual({ name: 'plan.csv', content_type: 'text/csv', bytes: 8 })
    expect(header.warnings).toEqual([])
    const inner = await readBytes('eml', attached[4] ?? '')
    expect(inner.text).toContain('Within.')
    const coded = makeMail('=?utf-8?Q?Gr=C3=BC=C3=9Fe_1/2?=', 'Hello.', [])
    const { header: outer } = await readBytes('eml', makeMail('Out', 'See.', [{ name: '', type: 'message/rfc822', content: coded }]), {}, 5)
    expect(names(outer)).toEqual(['Grüße 1-2.eml'])
  })

  it('stay behind beyond the bound, and when they are empty, and it is said', async () => {
    const files = Array.from({ length: 5 }, (_, i) => ({ name: `${i}.txt`, type: 'text/plain', content: i === 0 ? '' : 'text' }))
    const { header } = await readBytes('eml', makeMail('Many', 'Text.', files), {}, 3)
    expect(names(header)).toEqual(['1.txt', '2.txt', '3.txt'])
    expect(header.warnings).toEqual([
      expect.stringContaining('1 attachment could not be read'),
      expect.stringContaining('1 attachment did not become a document'),
    ])
  })

  it('of Outlook are kept too', async () => {
    const text = (tag: string, value: string) => bytesOf(`__substg1.0_${tag}001F`, Buffer.from(value, 'utf16le'))
    const bytesOf = (name: string, bytes: Buffer) => ({ name, type: 2, length: bytes.length, binaryProvider: () => [...bytes] })
    const properties = (length: number) => bytesOf('__properties_version1.0', Buffer.alloc(length))
    const top = [text('0037', 'Plans'), text('0C1A', 'Ada'), text('1000', 'See the file.'), properties(32)]
    const inner = [text('3707', 'plan.csv'), bytesOf('__substg1.0_37010102', Buffer.from('a,b\n1,2\n')), properties(8)]
    const folder = { name: '__attach_version1.0_#00000000', type: 1, length: 0, children: inner.map((_, i) => top.length + 2 + i) }
    const root = { name: 'Root Entry', type: 5, length: 0, children: [...top.keys(), top.length].map((i) => i + 1) }
    const { header, attached, text: said } = await readBytes('msg', Buffer.from(burn([root, ...top, folder, ...inner])), {}, 50)
    expect(names(header)).toEqual(['plan.csv'])
    expect(attached.map(String)).toEqual(['a,b\n1,2\n'])
    expect(said).toContain('- plan.csv')
  })
})
