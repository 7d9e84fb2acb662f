import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Codes as the packages of language data have them: `eng`, `chi_sim`. */
export const LANGUAGE = /^[a-z]{3}(?:_[a-z]{2,8}){0,2}$/i
/** Models for the recognition by lines in whole numbers: the smallest, and as good as the others within a tenth of a percent. */
const MODELS = ['4.0.0_best_int', '4.0.0']

const require = createRequire(import.meta.url)

/** The packed data of a language; undefined where its package is not installed. */
function pathOf(language: string): string | undefined {
  if (!LANGUAGE.test(language)) return undefined
  try {
    const folder = dirname(require.resolve(`@tesseract.js-data/${language}/package.json`))
    return MODELS.map((model) => join(folder, model, `${language}.traineddata.gz`)).find((path) => existsSync(path))
  } catch {
    return undefined
  }
}

export const isInstalled = (language: string): boolean => pathOf(language) !== undefined

/** The command that installs what is missing. */
export const installCommand = (languages: readonly string[]): string =>
  `npm install --ignore-scripts ${languages.map((language) => `@tesseract.js-data/${language}`).join(' ')}`

/** The data of a language. Throws Error where its package is not installed. */
export function readLanguage(language: string): Uint8Array {
  const path = pathOf(language)
  if (!path) throw new Error(`the language ${JSON.stringify(language)} is not installed`)
  return gunzipSync(readFileSync(path))
}
