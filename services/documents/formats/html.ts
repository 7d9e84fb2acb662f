import type { DocumentFormat } from './document-format.ts'

export const html: DocumentFormat = {
  extension: 'html',
  also: ['htm', 'xhtml'],
  directory: 'docs/raw',
  holds: ['text'],
  docs: {
    name: 'Web page',
    reads: 'The title and the main part of the page, if it marks one. The encoding that the page names is used.',
    skips: 'Scripts, styles, hidden text, menus, banners and footers. Nothing is run or fetched.',
    anchor: 'none',
  },
  reader: async () => (await import('../parse/readers/markup/html.ts')).readHtml,
}
