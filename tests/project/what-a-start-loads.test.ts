import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** What few installations, or few requests, need: each costs memory in every process that loads it. */
const ON_FIRST_USE = [
  '@azure/storage-blob',
  '@azure/search-documents',
  '@hyzyla/pdfium',
  '@kafkajs/confluent-schema-registry',
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/server',
  '@opentelemetry/sdk-trace',
  '@scalar/fastify-api-reference',
  'jpeg-js',
  'kafkajs',
  'mammoth',
  'marked',
  'openai',
  'parse5',
  'pdf-parse',
  'pg',
  'postal-mime',
  'sanitize-html',
  'tesseract.js-core',
  'utif2',
  'xlsx',
  'yauzl',
]

const program = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      packages.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(found.url)?.[1])
      return found
    },
  })
  await import(process.argv[1])
  console.log(JSON.stringify([...packages].filter(Boolean)))
`

test('a start loads no package that only some installations or requests need', async () => {
  const start = new URL('../../services/start.ts', import.meta.url).href
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, start], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    timeout: 60_000,
  })
  const loaded: string[] = JSON.parse(stdout)
  expect(loaded).toContain('fastify')
  expect(loaded.filter((name) => ON_FIRST_USE.includes(name))).toEqual([])
}, 60_000)
