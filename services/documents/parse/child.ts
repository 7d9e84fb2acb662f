import { serveJobs } from '../../../kernel/cell/serve-jobs.ts'
import { drawPage } from './draw-page.ts'
import { recognisePicture } from './ocr/tesseract/recognise-picture.ts'
import { readDocument } from './read-document.ts'
import { readPdfiumCode } from './readers/pdf/pdfium/code.ts'
import { loadPdfium } from './readers/pdf/pdfium/pdfium.ts'

// What most documents need, before the first of them comes.
await loadPdfium(readPdfiumCode())
serveJobs((job, progress) => {
  if ('picture' in job) return recognisePicture(job)
  return job.draw === undefined ? readDocument(job, progress) : drawPage(job, job.draw)
})
