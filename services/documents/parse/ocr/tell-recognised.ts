import type { Config } from '../../../../kernel/config/config.ts'
import { sectionOf } from '../../../../kernel/config/section.ts'
import { parsingSection } from '../parsing-section.ts'
import type { OcrEngine } from './engine-of.ts'
import type { Recognised } from './recognise-pages.ts'

/** A page that is less sure is told: about one word of ten is wrong there. */
export const LOW_CONFIDENCE = 0.75
const PAGES_NAMED = 20

const named = (pages: readonly number[]): string =>
  `${pages.length > 1 ? 'Pages' : 'Page'} ${pages.slice(0, PAGES_NAMED).join(', ')}${pages.length > PAGES_NAMED ? ', …' : ''}`

/** What the uploader should know of the recognised pages of a document. */
export function tellRecognised({ pages, failed, late }: Recognised, engine: OcrEngine, config: Config): string[] {
  const { max_seconds } = sectionOf(config, parsingSection).ocr
  const unsure = [...pages].filter(([, { text, confidence }]) => text && confidence !== undefined && confidence < LOW_CONFIDENCE)
  const numbers = unsure.map(([page]) => page).sort((a, b) => a - b)
  const least = Math.round(Math.min(...unsure.map(([, { confidence }]) => confidence!)) * 100)
  return [
    ...(unsure.length
      ? [
          `${named(numbers)} ${unsure.length > 1 ? 'were' : 'was'} recognised with little confidence (${least} %${unsure.length > 1 ? ' at worst' : ''}): words may be wrong. A sharper scan, or the right parsing.ocr.languages, help.`,
        ]
      : []),
    ...(late.length
      ? [
          `${named(late)} ${late.length > 1 ? 'are' : 'is'} left: the ${max_seconds} s of parsing.ocr.max_seconds were used up. Retry the document to go on from there.`,
        ]
      : []),
    ...[...failed].slice(0, PAGES_NAMED).map(([page, why]) => `Page ${page} could not be recognised and was left out: ${why}`),
    ...(engine.remedy ? [engine.remedy] : []),
  ]
}
