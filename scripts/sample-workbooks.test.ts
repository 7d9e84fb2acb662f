import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkRows, costsOf } from '../services/reports/cell/do-task.ts'
import { readXlsx } from '../services/reports/ingest/read-xlsx.ts'
import { sdacSection } from '../services/reports/sdac-section.ts'
import { writeSampleWorkbooks } from './sample-workbooks.ts'

const limits = { max_inflated_mb: 100, max_compression_ratio: 100, max_archive_entries: 1000 }

test('the mistakes that the sample workbooks were given are found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'))
  try {
    writeSampleWorkbooks(folder)
    const found = async (name: string) => {
      const { layout, read } = costsOf(await readXlsx(join(folder, name), limits, 1000), { headers: {} })
      const thresholds = sdacSection.schema.parse({}).rules
      const { findings } = checkRows(read, { layout, period: '2026-Q1', previous: undefined, pools: new Map(), thresholds })
      return findings.filter((f) => f.severity !== 'info').map((f) => `${f.rule} ${f.cell}`)
    }
    expect(await found('riverbend-2026-q1.xlsx')).toEqual([
      ...['missing_value E5', 'negative_amount E9', 'duplicate_employee A11', 'federal_share_over_100 G14', 'malformed_value F20'],
      'position_without_pool D17',
    ])
    expect(await found('riverbend-2026-q2.xlsx')).toEqual(['total_mismatch F26'])
    expect((await found('lakeside-2026-q1.xlsx')).map((f) => f.split(' ')[0]).sort()).toEqual(['benefits_ratio', 'malformed_value'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
