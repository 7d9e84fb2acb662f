import iconv from 'iconv-lite'

/** Code pages by the number of a font's character set (RTF 1.9.1, `\fcharset`). */
const CHARSETS: Readonly<Record<number, string>> = {
  0: 'windows-1252',
  77: 'macintosh',
  128: 'cp932',
  129: 'cp949',
  134: 'cp936',
  136: 'cp950',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
  254: 'cp437',
  255: 'cp850',
}
/** What the header says of the whole document, beside `\ansicpg`. */
const HEADER: Readonly<Record<string, string>> = { mac: 'macintosh', pc: 'cp437', pca: 'cp850' }

/** In which code page the bytes of a document stand: its own, and those of its fonts. */
export interface CodePages {
  /** Takes a word of the header or the font table; false for all others. */
  take(word: string, number: number | undefined, inFontTable: boolean): boolean
  /** Of a text in this font. */
  of(font: number | undefined): string
}

export function codePages(): CodePages {
  let own = 'windows-1252'
  let told: number | undefined
  const fonts = new Map<number, string>()
  return {
    take(word, number, inFontTable) {
      if (word === 'ansicpg' && number === 65001) own = 'utf8'
      else if (word === 'ansicpg' && iconv.encodingExists(`cp${number}`)) own = `cp${number}`
      else if (word in HEADER) own = HEADER[word]!
      else if (inFontTable && word === 'f') told = number
      else if (inFontTable && told !== undefined && word === 'fcharset' && number !== undefined && CHARSETS[number])
        fonts.set(told, CHARSETS[number])
      else return false
      return true
    },
    of: (font) => (font === undefined ? undefined : fonts.get(font)) ?? own,
  }
}
