import { z } from 'zod'
import { readArtifact, readLines } from '../../../kernel/blobs/artifacts.ts'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import { parseKept } from '../../../kernel/blobs/once.ts'
import { type CostRow, costRowSchema } from './cost-row.ts'
import { type StoredFinding, storedFindingSchema } from './finding.ts'
import type { Report } from './report.ts'

/** Where the parts of a report lie: the workbook as it came, its cells, its rows, what was found. */
export const reportFolder = (id: string): string => `reports/${id}`
export const reportBlob = (id: string, part: 'workbook' | 'cells.ndjson' | 'rows.ndjson' | 'findings.json'): string =>
  `${reportFolder(id)}/${part}`

export interface ReadFrom {
  readonly blobs: Blobs
}

/** The findings of a report as they are kept (`tell/tell-findings.ts` has them in words); none before it is ready. */
export async function storedFindings({ blobs }: ReadFrom, report: Pick<Report, 'id' | 'summary'>): Promise<StoredFinding[]> {
  if (!report.summary) return []
  const pieces = await Array.fromAsync(readArtifact(blobs, reportBlob(report.id, 'findings.json')))
  return parseKept(z.array(storedFindingSchema), Buffer.concat(pieces).toString('utf8'), 'The findings of the report')
}

/** The rows of employees of a report that is ready, in the order of the workbook. */
export async function* rowsOf({ blobs }: ReadFrom, report: Pick<Report, 'id' | 'summary'>): AsyncGenerator<CostRow> {
  if (report.summary) yield* readLines(blobs, reportBlob(report.id, 'rows.ndjson'), costRowSchema)
}
