import type { DocumentFormat } from './document-format.ts'

export const pptx: DocumentFormat = {
  extension: 'pptx',
  directory: 'presentations/raw',
  holds: ['zip', 'ole2'],
  office: { folder: 'ppt/', label: 'a PowerPoint presentation' },
  docs: {
    name: 'PowerPoint',
    reads: 'Slides in order: titles, text, tables, diagrams, charts, speaker notes and comments.',
    skips: 'Images, animations, and placeholders that every slide repeats.',
    anchor: 'slide',
  },
  reader: async () => (await import('../parse/readers/pptx/pptx.ts')).readPptx,
}
