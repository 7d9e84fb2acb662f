import { type Archive, openArchive } from '../../../../../kernel/cell/archive.ts'
import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import { assertFamily } from '../../archive-family.ts'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { chartBlocks } from '../../xml/chart-text.ts'
import { readPart, relationsOf } from '../../xml/package-parts.ts'
import { descendants, type XmlElement } from '../../xml/xml.ts'
import { commentAuthors, commentBlocks } from './pptx-comments.ts'
import { layoutPlaces } from './pptx-places.ts'
import { diagramBlocks, notesBlocks, slideBlocks } from './pptx-slide.ts'

/** PowerPoint: slides in the order of the presentation; title as heading, text and tables as they stand on the slide, diagrams, charts, then the speaker's notes and the reviewers' comments. */
export async function* readPptx(reading: Reading): AsyncIterable<DraftBlock> {
  const archive = await openArchive(reading.path, 'pptx', reading.limits)
  try {
    assertFamily(archive, 'pptx')
    const slides = await slideNames(archive)
    const authors = await commentAuthors(archive)
    reading.setReader('pptx')
    reading.setPages(slides.length)
    for (const [i, name] of slides.entries()) {
      const slide = await readPart(archive, name)
      if (slide) yield* slideBlocks(slide, i + 1, await layoutPlaces(archive, name))
      else reading.warn(`Slide ${i + 1} is missing from the file.`)
      yield* relatedBlocks(archive, name, i + 1)
      yield* commentBlocks(archive, name, i + 1, authors)
      reading.progress(i + 1, slides.length, 'pages')
    }
  } finally {
    archive.close()
  }
}

/** Diagrams and charts of a slide, then what its speaker has noted. */
async function* relatedBlocks(archive: Archive, slide: string, page: number): AsyncIterable<DraftBlock> {
  const related = await relationsOf(archive, slide)
  for (const { kind, blocks } of RELATED)
    for (const { target } of related.filter((r) => r.type.endsWith(`/${kind}`))) {
      const part = await readPart(archive, target)
      if (part) yield* blocks(part, page)
    }
}

const RELATED: readonly { kind: string; blocks: (part: XmlElement, page: number) => AsyncIterable<DraftBlock> }[] = [
  { kind: 'diagramData', blocks: diagramBlocks },
  { kind: 'chart', blocks: (part, page) => chartBlocks(part, { page }, { values: true }) },
  { kind: 'notesSlide', blocks: notesBlocks },
]

/** Paths of the slides in the order in which they are shown. */
async function slideNames(archive: Archive): Promise<string[]> {
  const root = (await relationsOf(archive, '')).find((r) => r.type.endsWith('/officeDocument'))?.target ?? 'ppt/presentation.xml'
  const presentation = await readPart(archive, root)
  if (!presentation)
    throw new WorkError('corrupt', 'The .pptx file is damaged (it has no presentation part). Save it again and upload that copy.')
  const targets = new Map((await relationsOf(archive, root)).map((r) => [r.id, r.target]))
  return [...descendants(presentation, 'sldId')].flatMap((s) => targets.get(s.attributes['r:id'] ?? '') ?? [])
}
