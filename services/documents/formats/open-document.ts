import type { DocumentFormat } from './document-format.ts'

export const openDocument: DocumentFormat = {
  extension: 'odt',
  also: ['ods', 'odp'],
  directory: 'docs/raw',
  holds: ['zip'],
  office: { folder: 'content.xml', label: 'an OpenDocument file' },
  reader: async () => (await import('../parse/readers/open-document/open-document.ts')).readOpenDocument,
}
