import { readDocument } from '../read-document.ts'
import { warmUp } from '../readers.ts'
import { serveJobs } from './serve-jobs.ts'

await warmUp()
serveJobs(readDocument)
