import { parentPort } from 'node:worker_threads'

/** Runs as a thread of the child: ends the child when its parent is gone, also while a reader keeps the main thread busy. */
const CHECK_EVERY_MS = 500
const parent = process.ppid

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, CHECK_EVERY_MS)
parentPort?.postMessage('watching')
