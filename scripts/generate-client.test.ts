import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { apiDocument } from './api-document.ts'
import { clientTypes } from './generate-client.ts'

it('the published types are those of the document', async () => {
  const { document } = await apiDocument()
  const published = readFileSync(new URL('../clients/typescript/api.ts', import.meta.url), 'utf8')
  expect(published === (await clientTypes(document)), 'clients/typescript/api.ts is out of date: npm run client').toBe(true)
})
