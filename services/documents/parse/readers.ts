import type { Reader } from './draft-block.ts'

/** Readers by extension; each is loaded when its first document comes. */
export const readers: Readonly<Record<string, () => Promise<Reader>>> = {
  pdf: async () => (await import('./readers/pdf/pdf.ts')).readPdf,
  docx: async () => (await import('./readers/docx/docx.ts')).readDocx,
  xlsx: async () => (await import('./readers/xlsx/xlsx.ts')).readXlsx,
  pptx: async () => (await import('./readers/pptx/pptx.ts')).readPptx,
  csv: async () => (await import('./readers/plain/csv.ts')).readCsv,
  txt: async () => (await import('./readers/plain/txt.ts')).readText,
  json: async () => (await import('./readers/plain/json.ts')).readJson,
}

/** Loads what most documents need, before the first of them comes. */
export async function warmUp(): Promise<void> {
  const { loadPdfium } = await import('./readers/pdf/pdfium.ts')
  await loadPdfium()
}
