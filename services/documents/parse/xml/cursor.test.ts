import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { CLOSE, END, OPEN, TEXT, UnreadXml, XmlCursor } from './cursor.ts'

/** What the cursor comes to, texts in one piece. */
function stepsOf(source: string): string[] {
  const cursor = new XmlCursor(source)
  const steps: string[] = []
  for (let step = cursor.next(); step !== END; step = cursor.next())
    if (step === OPEN) steps.push(`<${cursor.name} ${JSON.stringify(cursor.attributes())}`)
    else if (step === CLOSE) steps.push(`>${cursor.name}`)
    else if (step === TEXT && cursor.depth > 0)
      steps.push(steps.at(-1)?.startsWith('=') ? `${steps.pop()}${cursor.text()}` : `=${cursor.text()}`)
  return steps
}

/** The same by a parser that knows all of XML; undefined for what is not well-formed. */
function expected(source: string): string[] | undefined {
  const steps: string[] = []
  const parser = new SaxesParser({ xmlns: false })
  let failed = false
  parser.on('error', () => {
    failed = true
  })
  const opened: string[] = []
  parser.on('opentag', ({ name, attributes }) => {
    opened.push(name)
    steps.push(`<${name} ${JSON.stringify(attributes)}`)
  })
  parser.on('closetag', () => {
    steps.push(`>${opened.pop()}`)
  })
  const addText = (text: string) => {
    if (opened.length > 0) steps.push(steps.at(-1)?.startsWith('=') ? `${steps.pop()}${text}` : `=${text}`)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(source).close()
  return failed ? undefined : steps
}

const name = fc.constantFrom('a', 'w:p', 'w:pPr', 'x-y.z', '_1', 'é:ö')
const text = fc.constantFrom(
  '',
  ' ',
  'grain',
  ' a\r\nb ',
  '&amp;',
  '&lt;b&gt;',
  '&#65;&#x1F600;',
  '<![CDATA[a<b>&amp;]]>',
  '<!-- - -->',
  '<?p q?>',
  'é\u{1f600}',
  '\'"',
)
const value = fc.constantFrom('', '1', 'a > b', '&quot;&apos;', 'a\n\tb', 'é', '/')
const attributes = fc.uniqueArray(fc.tuple(name, value, fc.constantFrom('"', "'")), { selector: ([n]) => n, maxLength: 3 })
const space = fc.constantFrom('', ' ', '\n  ')
const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(name, attributes, space, fc.array(fc.oneof({ depthSize: 'small' }, text, tie('element')), { maxLength: 4 }))
    .map(([n, own, gap, inner]) => {
      const head = `<${n}${own.map(([k, v, q]) => ` ${gap}${k}${gap}=${gap}${q}${v}${q}`).join('')}${gap}`
      return inner.length > 0 ? `${head}>${inner.join('')}</${n}${gap}>` : `${head}/>`
    }),
}))
const document = fc.tuple(fc.constantFrom('', '<?xml version="1.0"?>\n', '<!-- x --> '), element).map((parts) => parts.join(''))

describe('the cursor', () => {
  it('comes to what a parser of XML tells', () => {
    fc.assert(
      fc.property(document, (source) => {
        expect(stepsOf(source)).toEqual(expected(source))
      }),
      { numRuns: 1000 },
    )
  })

  it('reads nothing that is cut off, and nothing else where a sign is gone or another', () => {
    const change = fc.tuple(document, fc.nat(), fc.constantFrom('', '<', '>', '/', '"', '&', '=', ' ', 'x', '\u0001'))
    fc.assert(
      fc.property(change, ([source, at, sign]) => {
        const broken = source.slice(0, at % source.length) + sign + source.slice((at % source.length) + 1)
        // Half a surrogate pair comes out of no decoder.
        fc.pre(broken.isWellFormed())
        let steps: string[] | undefined
        try {
          steps = stepsOf(broken)
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadXml)
        }
        // What a stricter parser refuses, such as a value of the same name twice, it may read; what both read is the same.
        const right = expected(broken)
        if (steps && right) expect(steps).toEqual(right)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['nothing', ''],
    ['text alone', 'grain'],
    ['an element that is not closed', '<a><b></a>'],
    ['an end too many', '<a/></a>'],
    ['two roots', '<a/><b/>'],
    ['text behind the root', '<a/>grain'],
    ['a tag that is cut off', '<a><b c="d'],
    ['a value without quotes', '<a b=c/>'],
    ['a value with a tag in it', '<a b="<"/>'],
    ['values without a space', '<a b="c"d="e"/>'],
    ['a comment that does not end', '<a><!-- </a>'],
    ['a document type', '<!DOCTYPE a><a/>'],
    ['an entity of its own', '<a>&b;</a>'],
    ['a sign that should be a reference', '<a>b & c</a>'],
    ['a reference to no character', '<a>&#xD800;</a>'],
    ['a control character', '<a>\u0001</a>'],
    ['257 elements within each other', `${'<a>'.repeat(257)}${'</a>'.repeat(257)}`],
  ])('does not read %s', (_, source) => {
    expect(() => stepsOf(source)).toThrow(UnreadXml)
  })

  it('tells names with the prefixes that it was given, or does not read on', () => {
    const read = (source: string) => {
      const cursor = new XmlCursor(source, { w: ['urn:word', 'urn:strict'], mc: ['urn:choice'] })
      const names: (string | undefined)[] = []
      for (let step = cursor.next(); step !== END; step = cursor.next())
        if (step === OPEN) names.push(cursor.name, cursor.attribute('w:id'))
      return names
    }
    expect(read('<w:a xmlns:w="urn:word" xmlns:o="urn:other"><o:b w:id="1" xmlns:w="urn:strict"/></w:a>')).toEqual([
      'w:a',
      undefined,
      'o:b',
      '1',
    ])
    expect(read('<a xmlns:ve="urn:choice" xmlns:x="urn:word"><ve:b x:id="2"/><x:c/></a>')).toEqual([
      'a',
      undefined,
      'mc:b',
      '2',
      'w:c',
      undefined,
    ])
    for (const source of [
      '<w:a xmlns:w="urn:other"/>',
      '<a xmlns="urn:strict"/>',
      '<a xmlns:x="urn:word" xmlns:w="urn:strict"/>',
      '<a><x:b xmlns:x="urn:word"/></a>',
      '<a xmlns:x="urn:word"><x:b xmlns:x="urn:other"/></a>',
    ])
      expect(() => read(source)).toThrow(UnreadXml)
  })

  it('gives attributes by their whole names, or whichever prefix they have', () => {
    const cursor = new XmlCursor('<a w:val="1" interval="2" x:id="3"/>')
    cursor.next()
    expect([cursor.attribute('w:val'), cursor.attribute('val'), cursor.attributeOf('val'), cursor.attributeOf('id')]).toEqual([
      '1',
      undefined,
      '1',
      '3',
    ])
  })
})
