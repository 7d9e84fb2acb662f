import { parentPort } from 'node:worker_threads'

// A thread of the child that ends it when its parent is gone, also while a reader keeps the main thread busy. Plain JavaScript, which
// spares the thread a compiler of TypeScript of its own (14 MB).
const CHECK_EVERY_MS = 500
const parent = process.ppid

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, CHECK_EVERY_MS)
parentPort?.postMessage('watching')
