import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readOperations } from '../support/api-operations.ts'
import { sendText, settled, until } from '../support/http-client.ts'
import { sendOperation } from '../support/send-operation.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

let dir: string
let config: string
let server: ServerProcess
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-paths-'))
  config = join(dir, 'config.yaml')
  await copyFile(new URL('../../config.yaml', import.meta.url), config)
  server = await startProcess({ DATA_DIR: dir, CONFIG_PATH: config })
})
afterAll(async () => {
  await server?.stop()
  await rm(dir, { recursive: true, force: true, maxRetries: 5 })
})

const MACHINE = () => [dir, process.cwd(), tmpdir(), homedir()]

/** Every route with the values of its own document, and which replies name a place of this machine. */
async function telling(): Promise<string[]> {
  const found: string[] = []
  for (const operation of await readOperations(server.url)) {
    const { sample, bodyType } = operation
    const json = bodyType === 'application/json'
    const form = bodyType === undefined ? undefined : { metadata: '{"title":"t","doc_type":"d"}', file: '%PDF-1.7', file_name: 'torn.pdf' }
    const { text } = await sendOperation(server.url, operation, { params: sample.params, body: json ? JSON.stringify(sample.body) : form })
    for (const place of MACHINE())
      if (text.includes(place))
        found.push(`${operation.name}: ${text.slice(Math.max(0, text.indexOf(place) - 80), text.indexOf(place) + 120)}`)
  }
  return found
}

it('no reply tells where files lie, in good health or in bad', async () => {
  const whole = await sendText(server.url, 'whole.txt', 'The mill stands at the brook.')
  await settled(server.url, whole.id)
  expect(await telling()).toEqual([])
  // the folder of the blobs and the configuration are lost
  await rm(join(dir, 'blobs'), { recursive: true, force: true })
  await rm(config)
  const detailed = async () => (await fetch(`${server.url}/admin/health/detailed`)).text()
  await until(async () => /ENOENT.*ENOENT/.test(await detailed()), 'the losses being told')
  const lost = await sendText(server.url, 'lost.txt', 'x')
  expect(await telling()).toEqual([])

  expect(MACHINE().filter((place) => lost.text.includes(place))).toEqual([])
})
