import { describe, expect, it } from 'vitest'
import { makePptx, shape } from '../testing/make-office.ts'
import { readBytes } from '../testing/read-bytes.ts'

const tc = (text: string, attributes = '') => `<a:tc${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`
const table = `<p:graphicFrame><p:nvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl><a:tr>${tc('grain')}${tc('tons', ' gridSpan="2"')}${tc('', ' hMerge="1"')}</a:tr><a:tr>${tc('rye')}${tc('1')}${tc('2')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`

describe('presentations', () => {
  it('reads slides in the order of the presentation, title first, notes last', async () => {
    const { blocks, header } = await readBytes(
      'pptx',
      makePptx([
        {
          shapes: shape('body', 'water', 'wheel') + shape('title', 'The mill') + shape('sldNum', '1'),
          notes: shape('sldImg') + shape('body', 'Speak slowly.'),
        },
        { shapes: `<p:grpSp>${shape(undefined, 'in a group')}</p:grpSp>${table}` },
      ]),
    )
    expect(header.pages).toBe(2)
    expect(blocks.map(({ start, ...b }) => b)).toEqual([
      { type: 'heading', level: 1, text: 'The mill', page: 1 },
      { type: 'list', text: '- water\n- wheel', page: 1 },
      { type: 'note', text: 'Speak slowly.', page: 1, part: 'notes' },
      { type: 'paragraph', text: 'in a group', page: 2 },
      { type: 'table', text: '| grain | tons | tons |\n| --- | --- | --- |\n| rye | 1 | 2 |', page: 2, headerLines: 2 },
    ])
  })

  it('refuses a slide that nests without end or is cut off', async () => {
    const deep = '<p:grpSp>'.repeat(5000) + '</p:grpSp>'.repeat(5000)
    await expect(readBytes('pptx', makePptx([{ shapes: deep }]))).rejects.toMatchObject({ code: 'corrupt' })
    await expect(readBytes('pptx', makePptx([{ shapes: '<p:sp>' }]))).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('says that a deck without text is empty', async () => {
    await expect(readBytes('pptx', makePptx([{ shapes: '' }]))).rejects.toMatchObject({ code: 'empty' })
  })
})
