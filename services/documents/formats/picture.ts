import type { DocumentFormat } from './document-format.ts'

export const picture: DocumentFormat = {
  extension: 'png',
  also: ['jpg', 'jpeg', 'tif', 'tiff'],
  directory: 'images/raw',
  holds: ['image'],
  recognised: true,
  drawn: true,
  docs: {
    name: 'Image',
    reads: 'Text by recognition. TIFF files are read with all their pages.',
    skips: 'Everything, if recognition is off. The image is then stored only.',
    anchor: 'page',
  },
  reader: async () => (await import('../parse/readers/picture/picture.ts')).readPicture,
}
