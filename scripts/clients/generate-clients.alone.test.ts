import { expect, it } from 'vitest'
import { apiDocument } from './api-document.ts'
import { compiledFiles, filesOfDocument, outOfDate } from './generate-clients.ts'

it('the published clients are those of the document', async () => {
  const files = [...(await filesOfDocument((await apiDocument()).document)), ...(await compiledFiles())]
  expect(outOfDate(files), 'out of date: npm run client').toEqual([])
})
