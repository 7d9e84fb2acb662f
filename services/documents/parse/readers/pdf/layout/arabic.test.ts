import { expect, test } from 'vitest'
import { mendArabic, partsScripts } from './arabic.ts'

/** Characters with the left and right edge of each. */
function mended(...glyphs: [character: string, left: number, right: number][]): string {
  const page = {
    count: glyphs.length,
    own: glyphs.length,
    remarks: [],
    codes: Int32Array.from(glyphs, ([c]) => c.codePointAt(0)!),
    boxes: Float32Array.from(glyphs.flatMap(([, left, right]) => [left, right, 0, right > left ? 10 : 0])),
    angles: new Int16Array(glyphs.length),
    sizes: new Float32Array(glyphs.length),
    bold: new Uint8Array(glyphs.length),
    rules: [],
    drawn: true,
    pictured: false,
  }
  mendArabic(page)
  return String.fromCodePoint(...page.codes.filter((c) => c > 0))
}

test('the ligature lam-alef is put into logical order, two letters side by side are left alone', () => {
  expect(mended(['ا', 90, 93], ['إ', 80, 90], ['ل', 80, 90], ['ن', 70, 80])).toBe('الإن')
  expect(mended(['إ', 90, 93], ['ل', 80, 90], ['ى', 70, 80])).toBe('إلى')
  expect(mended(['ل', 80, 90], ['ا', 80, 90])).toBe('لا')
})

test('a mark follows its letter, and the space made for it falls out', () => {
  expect(mended(['ي', 90, 95], [' ', 82, 82], ['ً', 81, 81], ['ض', 80, 90], ['ا', 75, 80])).toBe('يضًا')
  expect(mended(['ي', 90, 95], [' ', 85, 90], ['ً', 70, 70], ['ض', 75, 85])).toBe('ي ًض')
})

test('an Arabic word after a Latin one is parted, a prefix before one is not', () => {
  const parts = (last: string, next: number) => partsScripts(last.charCodeAt(0), next)
  expect([parts('n', 0x645), parts('و', 0x50), parts('1', 0x645), parts('م', 0x646), parts('', 0x645)]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})
