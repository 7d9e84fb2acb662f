import type { DocumentFormat } from './document-format.ts'

export const pptx: DocumentFormat = {
  extension: 'pptx',
  directory: 'presentations/raw',
  holds: ['zip', 'ole2'],
  office: { folder: 'ppt/', label: 'a PowerPoint presentation' },
  reader: async () => (await import('../parse/readers/pptx/pptx.ts')).readPptx,
}
