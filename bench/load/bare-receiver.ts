// The least that a server in Node can do with an upload: body to a new file, flushed, renamed. For bench/upload-latency.ts; argument: folder.
import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const dir = process.argv[2] ?? '.'
let n = 0
const server = createServer((request, response) => {
  const part = join(dir, `bare-${n++}.part`)
  pipeline(request, createWriteStream(part, { flags: 'wx', flush: true, highWaterMark: 1024 * 1024 }))
    .then(() => rename(part, part.replace('.part', '.bin')))
    .then(() => response.writeHead(202).end())
    .catch((error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
})
