import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

const source = `
import { getPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
const { lowerThread } = await import(${JSON.stringify(new URL('./lower-thread.ts', import.meta.url).href)})
lowerThread()
parentPort.postMessage(getPriority(0))
`

test.skipIf(process.platform !== 'linux')('a thread goes below the others of its process, which stay (skipped: not Linux)', async () => {
  const before = getPriority(0)
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`))
  const lowered = await new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject))
  await thread.terminate()
  expect(lowered).toBe(Math.min(19, before + 10))
  expect(getPriority(0)).toBe(before)
})
