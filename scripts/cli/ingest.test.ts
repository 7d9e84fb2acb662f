import { expect, test } from 'vitest'
import { endNotes, type IngestResult } from './ingest.ts'

const status = (over: object) =>
  ({ upload_id: 'u', status: 'complete', processing_stage: 'indexed', progress: 100, warnings: [], metadata: {}, ...over }) as NonNullable<
    IngestResult['status']
  >
const good: IngestResult = { file: '/in/good.txt', uploadId: 'u', status: status({}) }
const damaged = { code: 'corrupt', message: 'The file is damaged.' }
const bad: IngestResult = { file: '/in/bad.docx', uploadId: 'u', status: status({ status: 'error', errors: [damaged] }) }

test('of several files those that failed stand below the sum, each with its reason', () => {
  const lost: IngestResult = { file: '/in/lost.txt', error: new Error('the connection broke') }
  expect(endNotes([good, bad, lost])).toBe('  bad.docx: The file is damaged. (corrupt) [upload u]\n  lost.txt: the connection broke\n')
})

test('what was left out of a file that is searchable is told, too', () => {
  const part: IngestResult = { file: '/in/scan.pdf', uploadId: 'u', status: status({ warnings: ['Pages 8, 9 are left.'] }) }
  expect(endNotes([good, part])).toBe('  scan.pdf: Pages 8, 9 are left.\n')
})

test('nothing is said again of one file, or where all went well', () => {
  expect(endNotes([bad])).toBe('')
  expect(endNotes([good, good])).toBe('')
})
