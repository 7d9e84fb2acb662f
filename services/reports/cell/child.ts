import { readFile } from 'node:fs/promises'
import { serveJobs } from '../../../kernel/cell/serve-jobs.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { doTask } from './do-task.ts'
import { taskSchema } from './task.ts'

serveJobs(async (job) => {
  if ('picture' in job || job.beside === undefined) throw new WorkError('unsupported', 'A report has no pictures to be read.')
  return doTask(job, taskSchema.parse(JSON.parse(await readFile(job.beside, 'utf8'))))
})
