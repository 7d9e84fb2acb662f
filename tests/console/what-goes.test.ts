import { expect, test } from 'vitest'

interface Modules {
  whatGoes(name: string, passages: string, attachments?: readonly { filename: string }[]): string
}
const { whatGoes }: Modules = await import(new URL('../../web/parts/documents/what-goes.js', import.meta.url).href)

test('the question before a deletion names the attachments that go with a mail', () => {
  expect(whatGoes('a.pdf', 'its 3 passages')).toBe(
    'a.pdf, its 3 passages and its file are removed for good. Answers will no longer draw on it.',
  )
  const files = Array.from({ length: 7 }, (_, i) => ({ filename: `m.eml - ${i}.txt` }))
  expect(whatGoes('m.eml', 'its 1 passage', files.slice(0, 2))).toContain(
    'and with it the documents of its attachments: “m.eml - 0.txt”, “m.eml - 1.txt”. Answers',
  )
  expect(whatGoes('m.eml', 'its passages', files)).toContain('“m.eml - 4.txt” and 2 more.')
})
