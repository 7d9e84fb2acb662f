import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { burn } from '@kenjiuno/msgreader/lib/Burner.js'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { makeZip } from '../testing/make-zip.ts'
import { brief, readBytes } from '../testing/read-bytes.ts'

const file = (name: string) => readFileSync(join(import.meta.dirname, '..', 'testing', 'files', name))
/** The same handbook in each format, written by pandoc. */
const handbook = (fileType: string) => file(`handbook.${fileType}`)
const FEES = '| Boat | Fee | Deposit |\n| --- | --- | --- |\n| Dinghy | 12 | 40 |\n| Yacht | 35 | 150 |'

describe.each(['md', 'html', 'odt', 'epub', 'rtf'])('a handbook as %s', (fileType) => {
  it('keeps headings, lists and tables', async () => {
    const { blocks, text } = await readBytes(fileType, handbook(fileType))
    expect(blocks.filter(({ type }) => type === 'heading').map(({ text, level }) => [text, level])).toEqual(
      expect.arrayContaining([
        ['Before the race', 1],
        ['Fees', 2],
      ]),
    )
    expect(brief(blocks)).toContainEqual(['table', FEES])
    expect(blocks.some(({ type, text }) => type === 'list' && text.includes('life vests'))).toBe(true)
    expect(text).toContain('The race officer checks the ropes four weeks before the season opens')
    expect(text).toContain('Nobody sails alone — not even café owners.')
    // what stands in code is no heading
    expect(blocks.find(({ text }) => text.includes('not a heading'))?.type).toBe('paragraph')
  })
})

describe('HTML', () => {
  it('leaves out scripts, hidden text and what stands around the main part', async () => {
    const page = `<title>T</title><nav>menu</nav><main><h1>A</h1><p>seen<script>run()</script></p><p hidden>h1</p>
      <div style="display: none">h2</div><span aria-hidden="true">h3</span><b>bold</b> tail</main><footer>imprint</footer>`
    expect(brief((await readBytes('html', page)).blocks)).toEqual([
      ['heading', 'A'],
      ['paragraph', 'seen'],
      ['paragraph', 'bold tail'],
    ])
  })

  it('reads what is not closed, and terms with what they mean', async () => {
    const { blocks } = await readBytes('htm', '<h2>One</h2><p>two<ul><li>a<li>b</ul><dl><dt>Keel<dd>Beam below</dl><h3>Not closed<p>text')
    expect(blocks.map(({ text }) => text).join('|')).toContain('Keel: Beam below')
    expect(brief(blocks)).toContainEqual(['list', '- a\n- b'])
    expect(brief(blocks)).toContainEqual(['paragraph', 'text'])
  })

  it('parts what stands in blocks of its own, and keeps captions, loose cells and the numbers of lists', async () => {
    const cells =
      '<table><caption>Fees of May</caption><td>Boat</td><td>Fee</td><tr><td><div>Gull</div><div>Tern</div></td><td>7</td></tr></table>'
    const lists = '<ol start="3"><li>oil<ol><li>gate</ol><li value="9">tar</ol><ul><li>a<ul><ul><li>b</ul></ul></ul>'
    expect(brief((await readBytes('html', cells + lists)).blocks)).toEqual([
      ['paragraph', 'Fees of May'],
      ['table', '| Boat | Fee |\n| --- | --- |\n| Gull Tern | 7 |'],
      ['list', '3. oil\n  1. gate\n9. tar'],
      ['list', '- a\n    - b'],
    ])
  })

  it('holds out against nesting without end and never expands entities of its own', async () => {
    const deep = `${'<div>'.repeat(100_000)}bottom`
    expect((await readBytes('html', deep)).text).toBe('bottom')
    const bomb = '<!DOCTYPE x [<!ENTITY a "boom">]><p>&a; &lt;b&gt;</p>'
    expect((await readBytes('html', bomb)).text).not.toContain('boom')
  })
})

describe('XML, settings and code', () => {
  it('makes a line of each value and a block of each record', async () => {
    const { blocks } = await readBytes('xml', '<fleet><boat id="1"><name>Gull</name></boat><boat id="2"><name>Tern</name></boat></fleet>')
    expect(blocks.map(({ text }) => text)).toEqual(['boat.id: 1\nboat.name: Gull', 'boat.id: 2\nboat.name: Tern'])
  })

  it('leaves the entities of a document type as they are written, and refuses what is not well-formed', async () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "boom"><!ENTITY c SYSTEM "file:///etc/hostname">]><a x="&b;">&b; &c; caf&eacute;</a>'
    expect((await readBytes('xml', bomb)).text).toBe('a.x: &b;\na: &b; &c; café')
    await expect(readBytes('xml', '<a><b></a>')).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('keeps a sentence whole, and reads the HTML of feeds as text', async () => {
    const book =
      '<book><para>Oil the <em role="b">north</em> gate<br/>in May.</para><note>&lt;p&gt;Bring &lt;b&gt;gr&amp;uuml;n&lt;/b&gt;.&lt;/p&gt;</note></book>'
    expect((await readBytes('xml', book)).text).toBe('para: Oil the north gate in May.\npara.em.role: b\n\nnote: Bring grün.')
  })

  it.each(['windows-1251', 'koi8-r', 'utf-16le'])('reads XML and HTML in the encoding that they name, %s', async (encoding) => {
    const xml = iconv.encode(`<?xml version="1.0" encoding="${encoding}"?><a>Яз</a>`, encoding, { addBOM: true })
    expect((await readBytes('xml', xml)).text).toBe('a: Яз')
    const html = iconv.encode(`<meta charset="${encoding}"><p>Яз</p>`, encoding, { addBOM: true })
    expect((await readBytes('html', html)).text).toBe('Яз')
  })

  it('keeps the lines of code as they stand', async () => {
    const code = '# Tides\n\ndef tide(h):\n    return h * 2\n'
    const { blocks } = await readBytes('py', code)
    expect(brief(blocks)).toEqual([['paragraph', '# Tides\n\ndef tide(h):\n    return h * 2']])
    const log = Array.from({ length: 500 }, (_, i) => `12:00:${i} INFO started ${i}`).join('\n')
    expect(Math.max(...(await readBytes('log', log)).blocks.map(({ text }) => text.length))).toBeLessThan(3500)
  })

  it('reads tabs of a TSV also where commas are more', async () => {
    expect((await readBytes('tsv', 'a, b, c\td\n1, 2, 3\t4\n')).text).toContain('| a, b, c | d |')
  })
})

describe('EPUB', () => {
  const book = (metadata: string, chapter: string) =>
    makeZip([
      { name: 'META-INF/container.xml', data: '<container><rootfiles><rootfile full-path="book/a.opf"/></rootfiles></container>' },
      {
        name: 'book/a.opf',
        data: `<package xmlns:dc="urn:dc"><metadata>${metadata}</metadata><manifest><item id="c" href="c.xhtml"/></manifest><spine><itemref idref="c"/></spine></package>`,
      },
      { name: 'book/c.xhtml', data: `<html><body>${chapter}</body></html>` },
    ])
  const title = '<dc:title>The Salt\n Road</dc:title>'
  const author = (name: string) => `<dc:creator>${name}</dc:creator>`

  it.each([
    [title + author('Ann Mills'), ['The Salt Road, written by Ann Mills.', 'The Salt Road']],
    [title + ['A', 'B', 'C'].map(author).join(''), ['The Salt Road, written by A, B and C.', 'The Salt Road']],
    [title, ['The Salt Road']],
    [author('Ann Mills'), ['The Salt Road']],
    [`<dc:title>Salt</dc:title>${author(' ')}`, ['Salt', 'The Salt Road']],
    [title + author('x'.repeat(5000)), [`The Salt Road, written by ${'x'.repeat(300)}.`, 'The Salt Road']],
  ])('with %.60s begins with its title and who wrote it', async (metadata, texts) => {
    const { blocks } = await readBytes('epub', book(metadata, '<h1>The Salt Road</h1>'))
    expect(blocks.map(({ text, page }) => [text, page])).toEqual(texts.map((text) => [text, 1]))
  })

  it('of parts that name their document type is read', async () => {
    const parts = [
      { name: 'META-INF/container.xml', data: '<container><rootfile full-path="a.opf"/></container>' },
      {
        name: 'a.opf',
        data: '<!DOCTYPE package PUBLIC "+//ISBN 0-9673008-1-9//DTD OEB 1.2 Package//EN" "oeb.dtd"><package><manifest><item id="c" href="c.xml"/></manifest><spine><itemref idref="c"/></spine></package>',
      },
      {
        name: 'c.xml',
        data: '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "xhtml11.dtd"><html><body><p>Caf&eacute;</p></body></html>',
      },
    ]
    expect((await readBytes('epub', makeZip(parts))).text).toBe('Café')
  })

  it('is empty where its chapters are, whatever its title', async () => {
    await expect(readBytes('epub', book(title, ''))).rejects.toMatchObject({ code: 'empty' })
  })
})

describe('mail', () => {
  const message = [
    'From: Ada <ada@example.org>',
    'To: Ben <ben@example.org>',
    'Subject: =?utf-8?q?Ropes_f=C3=BCr_May?=',
    'Date: Mon, 4 May 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: multipart/alternative; boundary=c',
    '',
    '--c',
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Caf=E9 at noon.',
    '--c',
    'Content-Type: text/html',
    '',
    '<p>other</p>',
    '--c--',
    '--b',
    'Content-Type: application/pdf; name=plan.pdf',
    'Content-Disposition: attachment; filename=plan.pdf',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0=',
    '--b--',
    '',
  ].join('\r\n')

  it('keeps subject, headers and body, and names what is attached', async () => {
    const { blocks, header } = await readBytes('eml', message)
    expect(brief(blocks)).toEqual([
      ['heading', 'Ropes für May'],
      ['paragraph', expect.stringContaining('From: Ada <ada@example.org>\nTo: Ben <ben@example.org>\nDate: ')],
      ['paragraph', 'Café at noon.'],
      ['list', 'Attachments:\n- plan.pdf (1 kB)'],
    ])
    expect(header.warnings).toEqual([expect.stringContaining('1 attachment did not become a document')])
    expect(header.attachments).toBeUndefined()
  })

  it('reads HTML where there is no text, and refuses what is no message', async () => {
    const html = 'Subject: x\r\nContent-Type: text/html\r\n\r\n<h1>Hi</h1><script>1</script><p>there</p>'
    expect((await readBytes('eml', html)).text).toContain('Hi\n\nthere')
    await expect(readBytes('msg', 'no message')).rejects.toMatchObject({ code: 'corrupt' })
  })

  const part = (name: string, bytes: Buffer) => ({ name, type: 2, length: bytes.length, binaryProvider: () => [...bytes] })
  /** Strings of an Outlook message, in UTF-16 or, with the number of a code page, as old versions wrote them. */
  function outlook(strings: Record<string, string>, codePage?: number, tag = 0x3ffd0003): Buffer {
    const properties = Buffer.alloc(codePage ? 48 : 32)
    if (codePage) {
      properties.writeUInt32LE(tag, 32)
      properties.writeUInt32LE(codePage, 40)
    }
    const parts = Object.entries(strings).map(([tag, value]) =>
      codePage
        ? part(`__substg1.0_${tag}001E`, iconv.encode(value, `windows-${codePage}`))
        : part(`__substg1.0_${tag}001F`, Buffer.from(value, 'utf16le')),
    )
    const root = { name: 'Root Entry', type: 5, length: 0, children: [...parts.keys(), parts.length].map((i) => i + 1) }
    return Buffer.from(burn([root, ...parts, part('__properties_version1.0', properties)]))
  }

  it('reads a message of Outlook', async () => {
    const { blocks } = await readBytes('msg', outlook({ '0037': 'Ropes', '0C1A': 'Ada', 1000: 'Check them by May.' }))
    expect(brief(blocks)).toEqual([
      ['heading', 'Ropes'],
      ['paragraph', 'From: Ada'],
      ['paragraph', 'Check them by May.'],
    ])
  })

  it('reads messages in code pages, by the one that they name', async () => {
    expect((await readBytes('msg', outlook({ '0037': 'Канаты', 1000: 'Проверить до мая.' }, 1251))).text).toContain('Проверить до мая.')
    const sent = outlook({ '0037': 'Канаты', 1000: 'Проверить до мая.' }, 1251, 0x3fde0003)
    expect((await readBytes('msg', sent)).text).toContain('Проверить до мая.')
    expect((await readBytes('msg', outlook({ '0037': 'Price', 1000: '9 € – “a day”' }, 1252))).text).toContain('9 € – “a day”')
    expect((await readBytes('msg', file('html-in-code-page.msg'))).text).toContain('The Mühle costs 9 € a day.')
  })

  it('reads a body that is Rich Text alone', async () => {
    const { text } = await readBytes('msg', file('rich-text-alone.msg'))
    expect(text).toContain('The mühle is oiled every 9 weeks.\n\nThe lock keeper is Zoë.')
  })

  it('keeps a message within a message under its own subject', async () => {
    const { header, text } = await readBytes('msg', file('mail-in-mail.msg'), {}, 5)
    expect(text).toContain('From: Build Agent <b@example.com>\nTo: Alice Example <alice@example.com>\nDate: Sun, 15 Mar 2026')
    expect(header.attachments?.map((a) => a.name)).toEqual(['Crane rota.msg'])
  })
})
