import { de } from './words/de.js'
import { en } from './words/en.js'
import { es } from './words/es.js'

const known = { en, de, es }

/** The words of a language, English where there are none. @param {string} lang as in HTML: `de`, `de-AT` */
export function wordsOf(lang) {
  const code = lang.slice(0, 2).toLowerCase()
  return code in known ? { code, ...known[code] } : { code: 'en', ...en }
}
