import { createRequire } from 'node:module'
import { readLanguage } from './languages.ts'

/** What is used of TessBaseAPI (tesseract-ocr, include/tesseract/baseapi.h), as tesseract.js-core binds it. */
interface Recogniser {
  Init(path: null, languages: string, mode: number): number
  SetVariable(name: string, value: string): boolean
  /** Reads the file `/input` of the module; 0 when it is a picture. */
  SetImageFile(exif: number, angle: number, upscale: number): number
  Recognize(monitor: null): number
  GetTSVText(page: number): string
  Clear(): void
  End(): void
}

interface Core {
  readonly TessBaseAPI: new () => Recogniser
  readonly FS: { writeFile(path: string, data: Uint8Array): void; unlink(path: string): void }
}

/** OEM_LSTM_ONLY and PSM_AUTO of tesseract's publictypes.h. */
const LSTM_ONLY = 1
const WHOLE_PAGE = '3'
const NO_ANGLE = 0

const require = createRequire(import.meta.url)
let core: Promise<Core> | undefined
let open: { readonly languages: string; readonly recogniser: Recogniser } | undefined

/** It tells of each picture what it thinks of it. */
const silent = () => undefined

/** The engine of tesseract.js without its threads and downloads: one WebAssembly module of this process, read from its package. */
function loadCore(): Promise<Core> {
  core ??= (require('tesseract.js-core/tesseract-core-simd-lstm') as (options: object) => Promise<Core>)({
    print: silent,
    printErr: silent,
  })
  return core
}

async function recogniserOf(languages: readonly string[]): Promise<Recogniser> {
  const { TessBaseAPI, FS } = await loadCore()
  const key = languages.join('+')
  if (open?.languages === key) return open.recogniser
  open?.recogniser.End()
  open = undefined
  for (const language of languages) FS.writeFile(`/${language}.traineddata`, readLanguage(language))
  const recogniser = new TessBaseAPI()
  const status = recogniser.Init(null, key, LSTM_ONLY)
  // The module has its own copy now.
  for (const language of languages) FS.unlink(`/${language}.traineddata`)
  if (status !== 0) throw new Error(`the data of ${key} cannot be used for recognition`)
  recogniser.SetVariable('tessedit_pageseg_mode', WHOLE_PAGE)
  open = { languages: key, recogniser }
  return recogniser
}

/** What stands on a picture (PNG), as tesseract's table of blocks, paragraphs, lines and words. Throws Error when it is none. */
export async function recognise(picture: Uint8Array, languages: readonly string[]): Promise<string> {
  const recogniser = await recogniserOf(languages)
  const { FS } = await loadCore()
  FS.writeFile('/input', picture)
  try {
    if (recogniser.SetImageFile(1, NO_ANGLE, 1) !== 0) throw new Error('the picture cannot be read')
    recogniser.Recognize(null)
    return recogniser.GetTSVText(0)
  } finally {
    recogniser.Clear()
    FS.unlink('/input')
  }
}
