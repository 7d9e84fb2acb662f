import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeArtifact } from '../../../../kernel/blobs/artifacts.ts'
import type { Ports } from '../../../../kernel/ports.ts'
import { writeSampleWorkbooks } from '../../../../scripts/sample-workbooks.ts'
import { checkRows, costsOf, previousRows } from '../../cell/do-task.ts'
import { readXlsx } from '../../ingest/read-xlsx.ts'
import { sdacSection } from '../../sdac-section.ts'
import { packRow } from '../../stored/cost-row.ts'
import { addReport, changeReport } from '../../stored/keep-report.ts'
import { reportBlob } from '../../stored/report-blobs.ts'

const limits = { max_inflated_mb: 100, max_compression_ratio: 100, max_archive_entries: 1000 }
const samples = [
  { on: 'q1', file: 'riverbend-2026-q1.xlsx', district: 'Riverbend', period: '2026-Q1' },
  { on: 'q2', file: 'riverbend-2026-q2.xlsx', district: 'Riverbend', period: '2026-Q2' },
  { on: 'lk', file: 'lakeside-2026-q1.xlsx', district: 'Lakeside', period: '2026-Q1' },
] as const
export type SampleName = (typeof samples)[number]['on']

/** The three sample workbooks as reports that are ready, read and checked as their runs would; their ids by name. For tests and benches. */
export async function sampleReports(
  ports: Pick<Ports, 'blobs' | 'database' | 'clock'>,
  subject: string,
): Promise<Record<SampleName, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'))
  const ids: Partial<Record<SampleName, string>> = {}
  const write = (id: string, part: Parameters<typeof reportBlob>[1], text: string) =>
    writeArtifact(
      ports.blobs,
      reportBlob(id, part),
      (async function* () {
        yield Buffer.from(text)
      })(),
    )
  try {
    writeSampleWorkbooks(folder)
    const linesOf = new Map<string, string>()
    for (const { on, file, district, period } of samples) {
      const { layout, read } = costsOf(await readXlsx(join(folder, file), limits, 1000), { headers: {} })
      const { rules: thresholds } = sdacSection.schema.parse({})
      const before = linesOf.get(district)
      const previous = before === undefined ? undefined : previousRows(before)
      const { findings, summary } = checkRows(read, { layout, period, previous, pools: new Map(), thresholds })
      const lines = read.flatMap(({ rows }) => rows.map((row) => JSON.stringify(packRow(row)))).join('\n')
      linesOf.set(district, lines)
      const id = crypto.randomUUID()
      ids[on] = id
      const body = {
        session_id: crypto.randomUUID(),
        district_name: district,
        file_name: file,
        file_type: 'xlsx' as const,
        size_bytes: 9000,
        layout,
      }
      await addReport(ports as Ports, { subject, district_id: district, id, period, run_id: crypto.randomUUID(), body })
      await write(id, 'findings.json', JSON.stringify(findings))
      await write(id, 'rows.ndjson', `${lines}\n`)
      await changeReport(ports as Ports, id, (known) => ({ ...known, summary: { ...summary, compared_with: null } }), true)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  return ids as Record<SampleName, string>
}
