import type { DocumentFormat } from './document-format.ts'

export const epub: DocumentFormat = {
  extension: 'epub',
  directory: 'docs/raw',
  holds: ['zip'],
  office: { folder: 'META-INF/container.xml', label: 'an EPUB book' },
  docs: {
    name: 'EPUB book',
    reads: 'Title, authors, and the chapters in reading order.',
    skips: 'Images, styles and scripts.',
    anchor: 'chapter',
  },
  reader: async () => (await import('../parse/readers/markup/epub.ts')).readEpub,
}
