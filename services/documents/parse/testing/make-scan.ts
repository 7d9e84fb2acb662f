import { deflateSync } from 'node:zlib'
import { openPdfium } from '../readers/pdf/pdfium/pdfium.ts'
import type { PageImage } from '../readers/pdf/pdfium/render.ts'
import { withXref } from './make-pdf.ts'

const DOTS = { dots: 200, longestSide: 2200 }

/** What a scanner makes of a PDF: the same pages, each as one grey picture and nothing else. `spoil` changes the pixels. */
export async function scanOf(
  pdf: Uint8Array,
  spoil: (picture: PageImage, page: number) => PageImage = (picture) => picture,
): Promise<Buffer> {
  const document = await openPdfium(pdf)
  try {
    return pdfOfPictures(Array.from({ length: document.pageCount }, (_, i) => spoil(document.render(i, DOTS), i + 1)))
  } finally {
    document.close()
  }
}

function pdfOfPictures(pictures: readonly PageImage[]): Buffer {
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Count ${pictures.length} /Kids [${pictures.map((_, i) => `${3 + 3 * i} 0 R`).join(' ')}] >>`),
  ]
  pictures.forEach(({ width, height, pixels }, i) => {
    const [wide, high] = [width, height].map((n) => (n * 72) / DOTS.dots)
    const [content, picture] = [4 + 3 * i, 5 + 3 * i]
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents ${content} 0 R /Resources << /XObject << /P ${picture} 0 R >> >> >>`,
      ),
      streamOf('', Buffer.from(`${wide} 0 0 ${high} 0 0 cm /P Do`)),
      streamOf(`/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`, pixels),
    )
  })
  return withXref(objects)
}

function streamOf(entries: string, data: Uint8Array): Buffer {
  const packed = deflateSync(data)
  const head = `<< ${entries} /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')])
}
