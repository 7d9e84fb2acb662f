import type { DocumentFormat } from './document-format.ts'

export const picture: DocumentFormat = {
  extension: 'png',
  also: ['jpg', 'jpeg', 'tif', 'tiff'],
  directory: 'images/raw',
  holds: ['image'],
  recognised: true,
  drawn: true,
  reader: async () => (await import('../parse/readers/picture/picture.ts')).readPicture,
}
