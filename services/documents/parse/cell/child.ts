import { readDocument } from '../read-document.ts'
import { loadPdfium } from '../readers/pdf/pdfium.ts'
import { serveJobs } from './serve-jobs.ts'

// What most documents need, before the first of them comes.
await loadPdfium()
serveJobs(readDocument)
