// Plain JavaScript, so that with a warm cache the thread loads no compiler of TypeScript.
import { enableCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'

enableCompileCache()
const { serveWorks } = await import('./serve-works.ts')
await serveWorks(workerData.works, workerData.lowered)
