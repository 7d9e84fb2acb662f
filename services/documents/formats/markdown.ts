import type { DocumentFormat } from './document-format.ts'

export const markdown: DocumentFormat = {
  extension: 'md',
  also: ['markdown', 'mdx'],
  directory: 'docs/raw',
  holds: ['text'],
  reader: async () => (await import('../parse/readers/markup/markdown.ts')).readMarkdown,
}
