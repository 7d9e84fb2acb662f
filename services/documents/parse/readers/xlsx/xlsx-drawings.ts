import type { Archive } from '../../../../../kernel/cell/archive.ts'
import type { DraftBlock } from '../../blocks/draft-block.ts'
import { chartBlocks } from '../../xml/chart-text.ts'
import { readPart, relationsOf } from '../../xml/package-parts.ts'
import { child, descendants, directText, type XmlElement } from '../../xml/xml.ts'

const MOST_CHARTS = 200

/** Text that lies over the cells of a sheet: its charts' words and its text boxes. */
export async function* drawingBlocks(archive: Archive, sheet: string, place: { page: number; part: string }): AsyncIterable<DraftBlock> {
  const drawings = (await relationsOf(archive, sheet)).filter((r) => r.type.endsWith('/drawing'))
  for (const { target } of drawings) {
    const drawing = await readPart(archive, target)
    if (!drawing) continue
    for (const shape of descendants(drawing, 'txBody')) {
      const text = [...descendants(shape, 'p')].map(paragraphText).filter(Boolean).join('\n')
      if (text) yield { type: 'paragraph', text, ...place }
    }
    const charts = (await relationsOf(archive, target)).filter((r) => r.type.endsWith('/chart'))
    for (const chart of charts.slice(0, MOST_CHARTS)) {
      const part = await readPart(archive, chart.target)
      if (part) yield* chartBlocks(part, place)
    }
  }
}

const paragraphText = (paragraph: XmlElement): string =>
  [...descendants(paragraph, 'r')]
    .map((run) => directText(child(run, 't')))
    .join('')
    .trim()
