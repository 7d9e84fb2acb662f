import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { VERSION } from '../../kernel/runtime/version.ts'
import { apiDocument } from '../../scripts/clients/api-document.ts'

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const versioned = z.object({ version: z.string() })
const versionOf = (path: string) => versioned.parse(JSON.parse(text(path))).version

test('there is one version number, whoever tells it', async () => {
  const openApi = z.object({ info: versioned }).parse((await apiDocument()).document)
  const asyncApi = z.object({ info: versioned }).parse(JSON.parse(text('schemas/json/asyncapi.json')))
  expect({
    lock: versionOf('package-lock.json'),
    openapi: openApi.info.version,
    asyncapi: asyncApi.info.version,
    typescript: versionOf('clients/typescript/package.json'),
    python: /^version = "(.*)"$/m.exec(text('clients/python/pyproject.toml'))?.[1],
  }).toEqual({ lock: VERSION, openapi: VERSION, asyncapi: VERSION, typescript: VERSION, python: VERSION })
})
