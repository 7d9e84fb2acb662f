import { WorkError } from '../../../kernel/errors.ts'
import { type Archive, assertFamily, openArchive } from '../archive.ts'
import type { DraftBlock, Reading } from '../draft-block.ts'
import { readPart, relationsOf } from '../package-parts.ts'
import { descendants } from '../xml.ts'
import { diagramBlocks, notesBlocks, slideBlocks } from './pptx-slide.ts'

/** PowerPoint: slides in the order of the presentation; title as heading, text, tables, diagrams, then the speaker's notes. */
export async function* readPptx(reading: Reading): AsyncIterable<DraftBlock> {
  const archive = await openArchive(reading.path, 'pptx', reading.limits)
  try {
    assertFamily(archive, 'pptx')
    const slides = await slideNames(archive)
    reading.setReader('pptx')
    reading.setPages(slides.length)
    for (const [i, name] of slides.entries()) {
      const slide = await readPart(archive, name)
      if (slide) yield* slideBlocks(slide, i + 1)
      else reading.warn(`Slide ${i + 1} is missing from the file.`)
      for (const related of await relationsOf(archive, name)) {
        const part = /\/(notesSlide|diagramData)$/.test(related.type) ? await readPart(archive, related.target) : undefined
        if (part) yield* related.type.endsWith('/notesSlide') ? notesBlocks(part, i + 1) : diagramBlocks(part, i + 1)
      }
      reading.progress(i + 1, slides.length, 'pages')
    }
  } finally {
    archive.close()
  }
}

/** Paths of the slides in the order in which they are shown. */
async function slideNames(archive: Archive): Promise<string[]> {
  const root = (await relationsOf(archive, '')).find((r) => r.type.endsWith('/officeDocument'))?.target ?? 'ppt/presentation.xml'
  const presentation = await readPart(archive, root)
  if (!presentation)
    throw new WorkError('corrupt', 'The .pptx file is damaged (it has no presentation part). Save it again and upload that copy.')
  const targets = new Map((await relationsOf(archive, root)).map((r) => [r.id, r.target]))
  return [...descendants(presentation, 'sldId')].flatMap((s) => targets.get(s.attributes['r:id'] ?? '') ?? [])
}
