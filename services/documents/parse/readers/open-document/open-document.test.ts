import { describe, expect, it } from 'vitest'
import { makeZip } from '../../testing/make-zip.ts'
import { brief, readBytes } from '../../testing/read-bytes.ts'

describe('OpenDocument', () => {
  const namespaces = ['office', 'text', 'table', 'draw', 'presentation'].map((n) => `xmlns:${n}="urn:${n}"`).join(' ')
  const file = (body: string, ...more: { name: string; data: string }[]) =>
    makeZip([
      { name: 'content.xml', data: `<office:document-content ${namespaces}><office:body>${body}</office:body></office:document-content>` },
      ...more,
    ])

  it('numbers sheets and slides, and writes repeated cells out within bounds', async () => {
    const row = (cells: string) => `<table:table-row>${cells}</table:table-row>`
    const cell = (text: string, more = '') => `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`
    const sheet = `<office:spreadsheet><table:table table:name="Fees">${row(cell('Boat') + cell('Fee'))}${row(
      cell('Gull') + cell('7'),
    )}<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></office:spreadsheet>`
    const ods = await readBytes('ods', file(sheet))
    expect(ods.blocks).toMatchObject([{ type: 'table', page: 1, part: 'Fees', text: '| Boat | Fee |\n| --- | --- |\n| Gull | 7 |' }])
    const slides = `<office:presentation><draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>Start</text:p></draw:text-box></draw:frame></draw:page>
      <draw:page><draw:frame><draw:text-box><text:p>Second<text:s text:c="2"/>slide</text:p></draw:text-box></draw:frame><presentation:notes><text:p>Say hello</text:p></presentation:notes></draw:page></office:presentation>`
    expect((await readBytes('odp', file(slides))).blocks).toMatchObject([
      { type: 'heading', text: 'Start', page: 1 },
      { text: 'Second  slide', page: 2 },
      { text: 'Say hello', page: 2, part: 'notes' },
    ])
  })

  it('keeps numbers of lists, titles, values without text, and words of charts and formulas', async () => {
    const styles = `<office:document-content ${namespaces} xmlns:style="urn:style"><office:automatic-styles><text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" text:start-value="4"/><text:list-level-style-bullet text:level="2"/></text:list-style><style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/></office:automatic-styles><office:body>`
    const whole = (body: string, ...more: { name: string; data: string }[]) =>
      makeZip([{ name: 'content.xml', data: `${styles}${body}</office:body></office:document-content>` }, ...more])
    const item = (inner: string) => `<text:list-item>${inner}</text:list-item>`
    const list = `<text:list text:style-name="L">${item(`<text:p>oil</text:p><text:list>${item('<text:p>gate</text:p>')}</text:list>`)}${item('<text:p>tar</text:p>')}</text:list>`
    const heading = `<text:list text:style-name="L">${item('<text:h text:outline-level="2">Locks</text:h>')}</text:list>`
    const picture =
      '<text:p>See<draw:frame><draw:object xlink:href="./Object 1"/><svg:title xmlns:svg="s">The mill</svg:title></draw:frame>here.</text:p>'
    const formula = { name: 'Object 1/content.xml', data: '<!DOCTYPE math PUBLIC "a" "b"><math><annotation>E = m c^2</annotation></math>' }
    const text = await readBytes(
      'odt',
      whole(`<office:text><text:p text:style-name="P1">Locks</text:p>${heading}${list}${picture}</office:text>`, formula),
    )
    expect(brief(text.blocks)).toEqual([
      ['heading', 'Locks'],
      ['heading', 'Locks'],
      ['list', '4. oil\n  - gate\n5. tar'],
      ['paragraph', 'See\nThe mill\nhere.'],
      ['paragraph', 'E = m c^2'],
    ])
    const row = (cells: string) => `<table:table-row>${cells}<table:table-cell table:number-columns-repeated="1020"/></table:table-row>`
    const cell = (value: string, type = 'float') => `<table:table-cell office:value-type="${type}" office:value="${value}"/>`
    const box =
      '<table:shapes><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame><draw:frame><draw:text-box><text:p>Note</text:p></draw:text-box></draw:frame></table:shapes>'
    const chart = {
      name: 'Object 1/content.xml',
      data: `<office:document-content ${namespaces} xmlns:chart="c"><office:body><office:chart><chart:chart><chart:title><text:p>Tides</text:p></chart:title><table:table>${row(cell('3') + cell('4'))}${row(cell('3') + cell('4'))}</table:table></chart:chart></office:chart></office:body></office:document-content>`,
    }
    const sheet = whole(
      `<office:spreadsheet><table:table>${box}${row(cell('3') + cell('4'))}${row(cell('5') + cell('6'))}</table:table></office:spreadsheet>`,
      chart,
    )
    expect(brief((await readBytes('ods', sheet)).blocks)).toEqual([
      ['table', '| 3 | 4 |\n| --- | --- |\n| 5 | 6 |'],
      ['paragraph', 'Note'],
      ['paragraph', 'Tides'],
    ])
  })

  it('is read with macros and formulas, whose parts name a document type, and refused where one declares entities', async () => {
    const macro = (type: string) => ({ name: 'Basic/Standard/Module1.xml', data: `<!DOCTYPE script:module ${type}><module/>` })
    const text = '<office:text><text:p>Oil the gate.</text:p></office:text>'
    expect((await readBytes('odt', file(text, macro('PUBLIC "-//OpenOffice.org//DTD" "module.dtd"')))).text).toBe('Oil the gate.')
    await expect(readBytes('odt', file(text, macro('[<!ENTITY a "b">]')))).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('says when it is protected, and when it is something else', async () => {
    const manifest = { name: 'META-INF/manifest.xml', data: '<manifest><encryption-data/></manifest>' }
    await expect(readBytes('odt', file('<office:text/>', manifest))).rejects.toMatchObject({ code: 'encrypted' })
    await expect(readBytes('odt', makeZip([{ name: 'word/document.xml', data: '<a/>' }]))).rejects.toMatchObject({ code: 'corrupt' })
    await expect(readBytes('epub', file('<office:text/>'))).rejects.toMatchObject({ code: 'corrupt' })
  })
})
