import type { Config } from '../../../../kernel/config/config.ts'
import { sectionOf } from '../../../../kernel/config/section.ts'
import { providerOf } from '../../../../kernel/llm/aliases.ts'
import type { Llm } from '../../../../kernel/llm/llm.ts'
import { parsingSection } from '../parsing-section.ts'
import { installCommand, isInstalled } from './tesseract/languages.ts'

/** What reads scanned pages here. */
export interface OcrEngine {
  readonly kind: 'tesseract' | 'model' | 'off'
  /** As it is named where its text is told of. */
  readonly name: string
  /** Scanned pages of a document that are read at most. */
  readonly pages: number
  /** Of tesseract: those that are installed. */
  readonly languages: readonly string[]
  /** Where something is missing: what to do, as a sentence. */
  readonly remedy?: string
}

const off = (remedy: string): OcrEngine => ({ kind: 'off', name: 'nothing', pages: 0, languages: [], remedy })

/** The engine of `parsing.ocr`: the one that is named, else the model where one is named, else tesseract. */
export function engineOf({ llm, config }: { readonly llm: Llm; readonly config: Config }): OcrEngine {
  const { engine, model, max_pages, languages } = sectionOf(config, parsingSection).ocr
  const kind = engine ?? (model ? 'model' : 'tesseract')
  if (kind === 'off') return off('Recognition is turned off: set parsing.ocr.engine to tesseract, or to model, and upload the file again.')
  if (kind === 'model') {
    const usable = config.llms.models[model]?.multimodal === true && providerOf(llm, model) !== 'embedded'
    if (usable) return { kind, name: model, pages: max_pages, languages: [] }
    return off(
      'They are read where parsing.ocr.model names a model that reads images and answers, or where parsing.ocr.engine is tesseract.',
    )
  }
  const missing = languages.filter((language) => !isInstalled(language))
  const remedy = missing.length
    ? `Of parsing.ocr.languages ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not installed: run "${installCommand(missing)}", start again and retry the document.`
    : undefined
  if (missing.length === languages.length) return off(remedy!)
  const installed = languages.filter((language) => !missing.includes(language))
  return { kind, name: `tesseract (${installed.join(', ')})`, pages: max_pages, languages: installed, ...(remedy && { remedy }) }
}
