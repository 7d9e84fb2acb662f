// npm run client [-- --check]: writes the clients' types and calls from the OpenAPI document of this server.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OpenApiDocument } from '../../kernel/http/openapi/document.ts'
import { printHelp } from '../print-help.ts'
import { apiDocument } from './api-document.ts'
import { pythonOperations, pythonTypes } from './python-types.ts'
import { typescriptModules } from './typescript-modules.ts'
import { typescriptRoutes, typescriptTypes } from './typescript-types.ts'

const CLIENTS = fileURLToPath(new URL('../../clients', import.meta.url))
type Files = readonly (readonly [path: string, text: string])[]

/** What is written from the document, by its path under `clients`. */
export const filesOfDocument = async (document: OpenApiDocument): Promise<Files> => [
  ['typescript/api.d.ts', await typescriptTypes(document)],
  ['typescript/api.js', typescriptRoutes(document)],
  ['python/millrace/types.py', pythonTypes(document)],
  ['python/millrace/operations.py', pythonOperations(document)],
]

/** What is compiled from the modules in `clients/typescript/src`, which stand on the files of the document. */
export const compiledFiles = async (): Promise<Files> =>
  (await typescriptModules(join(CLIENTS, 'typescript'))).map(([name, text]) => [`typescript/dist/${name}`, text])

/** Of the files those that stand there otherwise, or not at all. */
export const outOfDate = (files: Files): string[] => files.flatMap(([path, text]) => (readIfThere(path) === text ? [] : [path]))

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(join(CLIENTS, path), 'utf8')
  } catch {
    return undefined
  }
}

function write(files: Files): string[] {
  const old = outOfDate(files)
  for (const [path, text] of files.filter(([path]) => old.includes(path))) {
    mkdirSync(dirname(join(CLIENTS, path)), { recursive: true })
    writeFileSync(join(CLIENTS, path), text)
  }
  return old
}

export const USAGE = `Writes the TypeScript and Python clients from the API document.

  npm run client
      --check    write nothing; fail if a file is out of date

Exit codes: 0 done, 1 out of date.`

if (import.meta.main) {
  printHelp(USAGE)
  const handle = process.argv.includes('--check') ? outOfDate : write
  const old = handle(await filesOfDocument((await apiDocument()).document))
  old.push(...handle(await compiledFiles()))
  if (handle === outOfDate && old.length) {
    console.error(`out of date: ${old.join(', ')}. Run npm run client.`)
    process.exitCode = 1
  } else console.log(`clients: ${old.length ? `changed ${old.join(', ')}` : 'unchanged'}`)
}
