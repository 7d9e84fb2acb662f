import { drawPage } from '../draw-page.ts'
import { readDocument } from '../read-document.ts'
import { loadPdfium } from '../readers/pdf/pdfium.ts'
import { serveJobs } from './serve-jobs.ts'

// What most documents need, before the first of them comes.
await loadPdfium()
serveJobs((job, progress) => (job.draw === undefined ? readDocument(job, progress) : drawPage(job, job.draw)))
