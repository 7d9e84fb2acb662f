import { describe, expect, it } from 'vitest'
import { brief, readBytes } from '../../testing/read-bytes.ts'

describe('RTF', () => {
  it('decodes code pages and Unicode, and skips what is no text', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1251{\fonttbl{\f0 Arial;}}{\*\generator X;}\pard \'cf\'f0\'e8\'e2\'e5\'f2 \u8364?5 \{x\}\par{\pict 0102}\bin3 abcnext\par}`
    expect((await readBytes('rtf', rtf)).text).toBe('Привет €5 {x}\n\nnext')
  })

  it('decodes the letters of each font by its character set', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial;}{\f2\fcharset128 Mincho;}}\f0 caf\'e9 {\f1 \'cf\'f0\'e8} {\f2 \'93\'fa} \'e9\par}`
    expect((await readBytes('rtf', rtf)).text).toBe('café При 日 é')
  })

  it('keeps headings by their style, numbers of lists, notes and texts of shapes, and leaves out what is hidden', async () => {
    const rtf = String.raw`{\rtf1{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 Titre;}{\s2 heading 2;}}\pard\s1 Locks\par\pard\s2{\listtext 1.1\tab}Gates\par
\pard{\listtext 1.\tab}oil\par{\listtext 2.\tab}tar\par\pard\ilvl1{\pntext\f1\'B7\tab}rope\par
\pard Grease{\super\chftn{\footnote\pard{\super\chftn}Not in May.}} it{\v hidden}{\deleted gone}{\xe index}.\par
{\shp{\*\shpinst{\sp{\sn x}{\sv 1}}{\shptxt\pard In a box.\par}}{\shprslt{\*\do{\dptxbxtext\pard In a box.\par}}}}\pard End.\par}`
    expect(brief((await readBytes('rtf', rtf)).blocks)).toEqual([
      ['heading', 'Locks'],
      ['heading', '1.1 Gates'],
      ['list', '1. oil\n2. tar\n  - rope'],
      ['paragraph', 'Grease[1] it.'],
      ['paragraph', 'In a box.'],
      ['paragraph', 'End.'],
      ['note', '[1] Not in May.'],
    ])
  })

  it('holds out against groups without end', async () => {
    await expect(readBytes('rtf', `{\\rtf1 ${'{'.repeat(200_000)}`)).rejects.toMatchObject({ code: 'corrupt' })
  })
})
