import { expect, test } from 'vitest'
import { plainXml } from './plain-xml.ts'

test.each([
  ['<?xml version="1.0"?>\n<!-- c > -->\n<!DOCTYPE rss PUBLIC "a>b" "http://c">\n<rss/>', '<?xml version="1.0"?>\n<!-- c > -->\n\n<rss/>'],
  ['<!DOCTYPE a [<!ELEMENT a (b)> <!-- ] > --> <?x ]> ?> <!ENTITY b "]>">]><a>&b;</a>', '<a>&amp;b;</a>'],
  ['<!DOCTYPE a [<!ENTITY % h SYSTEM "http://h"> %h;]><a>caf&eacute;&nbsp;&amp;&lt;</a>', '<a>café\u00a0&amp;&lt;</a>'],
  // what is no document type of the whole stays
  ['<a><![CDATA[<!DOCTYPE b>]]></a>', '<a><![CDATA[<!DOCTYPE b>]]></a>'],
  ['<!DOCTYPE a [<!ELEMENT', '<!DOCTYPE a [<!ELEMENT'],
])('%j is %j', (source, plain) => {
  expect(plainXml(source)).toBe(plain)
})

test('a document type without an end is looked through once', () => {
  const open = `<!DOCTYPE a [${'<!--'.repeat(100_000)}`
  expect(plainXml(open)).toBe(open)
  const names = Array.from({ length: 20_000 }, (_, i) => `&n${i};`).join('')
  expect(plainXml(names)).toHaveLength(names.length + 4 * 20_000)
})
