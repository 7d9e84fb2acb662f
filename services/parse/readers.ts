import type { Reader } from './draft-block.ts'

/** Readers by extension; each is loaded when its first document comes. */
export const readers: Readonly<Record<string, () => Promise<Reader>>> = {
  pdf: async () => (await import('./readers/pdf.ts')).readPdf,
  txt: async () => (await import('./readers/txt.ts')).readText,
}

/** Loads what most documents need, before the first of them comes. */
export async function warmUp(): Promise<void> {
  const { loadPdfium } = await import('./readers/pdfium.ts')
  await loadPdfium()
}
