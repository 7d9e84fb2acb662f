import type { DocumentFormat } from './document-format.ts'

export const markdown: DocumentFormat = {
  extension: 'md',
  also: ['markdown', 'mdx'],
  directory: 'docs/raw',
  holds: ['text'],
  docs: {
    name: 'Markdown',
    reads: 'Headings, paragraphs, lists, tables and code.',
    skips: 'Images, and front matter except its title.',
    anchor: 'none',
  },
  reader: async () => (await import('../parse/readers/markup/markdown.ts')).readMarkdown,
}
