const TOKEN =
  /[\t\n\r ]*(?:([{}[\],:])|("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y
const SPACE = /[\t\n\r ]*/y

type Expect = 'value' | 'value-or-]' | 'key' | 'key-or-}' | ':' | ',-or-]' | ',-or-}' | 'end'

/**
 * Offset of the first character at which the text stops being JSON (RFC 8259), or undefined when it is JSON. V8 names a
 * position in some of its messages only, and quotes the text in others.
 */
export function jsonErrorPosition(text: string): number | undefined {
  const open: ('{' | '[')[] = []
  let expect: Expect = 'value'
  const afterValue = (): Expect => (open.length === 0 ? 'end' : open.at(-1) === '{' ? ',-or-}' : ',-or-]')
  for (let at = 0; ; ) {
    const start = skipSpace(text, at)
    if (start === text.length) return expect === 'end' ? undefined : start
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)
    if (!token || expect === 'end') return start
    at = TOKEN.lastIndex
    const [, mark, string] = token
    if (mark === undefined) {
      const next: Expect | undefined = takesValue(expect) ? afterValue() : takesKey(expect) && string !== undefined ? ':' : undefined
      if (!next) return start
      expect = next
    } else if ((mark === '{' || mark === '[') && takesValue(expect)) {
      open.push(mark)
      expect = mark === '{' ? 'key-or-}' : 'value-or-]'
    } else if ((mark === '}' || mark === ']') && expect.endsWith(`-or-${mark}`)) {
      open.pop()
      expect = afterValue()
    } else if (mark === ':' && expect === ':') expect = 'value'
    else if (mark === ',' && expect.startsWith(',')) expect = expect === ',-or-}' ? 'key' : 'value'
    else return start
  }
}

const takesValue = (expect: Expect): boolean => expect === 'value' || expect === 'value-or-]'
const takesKey = (expect: Expect): boolean => expect === 'key' || expect === 'key-or-}'

function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at
  SPACE.exec(text)
  return SPACE.lastIndex
}
