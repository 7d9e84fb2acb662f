// node services/documents/parse/readers/pdf/write-pdfium-code.ts: keeps what PDFium's module compiles to, for the processes that read files.
import { isPdfiumCodeKept, writePdfiumCode } from './pdfium-code.ts'

if (!isPdfiumCodeKept()) await writePdfiumCode()
