import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { LOWERED, standBelow } from '../../../../../../kernel/cell/priority.ts'
import { isPdfiumCodeKept, writePdfiumCode } from './code.ts'

/** Sees to it, beside everything else, that parsers started later find what PDFium's module compiles to. */
export function keepPdfiumCode(): void {
  if (isPdfiumCodeKept()) return
  const writer = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: 'ignore' })
  writer.once('error', () => undefined).unref()
  if (writer.pid !== undefined) standBelow(writer.pid, LOWERED)
}

// node services/documents/parse/readers/pdf/pdfium/keep-code.ts: keeps it now.
if (import.meta.main && !isPdfiumCodeKept()) await writePdfiumCode()
