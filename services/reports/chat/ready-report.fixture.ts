import { writeArtifact } from '../../../kernel/blobs/artifacts.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { type CostRow, packRow } from '../stored/cost-row.ts'
import type { Finding } from '../stored/finding.ts'
import { addReport, changeReport } from '../stored/keep-report.ts'
import { reportBlob } from '../stored/report-blobs.ts'
import type { Sums } from '../stored/totals.ts'
import { ruleWords } from '../tell/tell-findings.ts'

export const finding = (n: number, over: Partial<Finding> = {}): Finding => ({
  id: `F${n}`,
  rule: 'federal_share_over_100',
  severity: 'error',
  sheet: 'Costs',
  row: 6 + n,
  column: 'Federal Share',
  cell: `G${6 + n}`,
  value: '150%',
  message: 'The federal share is 150 %, more than 100 %.',
  suggestion: 'Enter a share from 0 to 100 %.',
  ...ruleWords(over.rule ?? 'federal_share_over_100', 'en'),
  ...over,
})

const employee: CostRow = {
  ...{ sheet: 0, row: 2, id: 'E1', name: 'Ana Ruiz', position: 'Nurse', pool: 'Direct Services' },
  ...{ salary: 50_000, benefits: 15_000, share: 0.5, period: '2026-Q1' },
}

const sums = (salary: number, rows: number): Sums => {
  const benefits = Math.round(salary * 30) / 100
  return { rows, employees: rows, salary, benefits, total: salary + benefits, federal: (salary + benefits) / 2 }
}

/** A report that is ready, as its run would leave it behind. Gives its id. For tests. */
export async function readyReport(
  ports: Ports,
  {
    subject,
    period = '2026-Q1',
    salary = 1_019_000,
    findings = [],
    warnings = [],
  }: { subject: string; period?: string; salary?: number; findings?: Finding[]; warnings?: string[] },
): Promise<string> {
  const id = crypto.randomUUID()
  const place = { subject, district_id: 'd-1' }
  const about = {
    session_id: crypto.randomUUID(),
    district_name: 'North District',
    file_name: 'costs.xlsx',
    file_type: 'xlsx',
    size_bytes: 9000,
  } as const
  await addReport(ports, { ...place, id, period, run_id: crypto.randomUUID(), body: about })
  async function* bytes() {
    yield Buffer.from(JSON.stringify(findings))
  }
  await writeArtifact(ports.blobs, reportBlob(id, 'findings.json'), bytes())
  async function* rows() {
    yield Buffer.from(`${JSON.stringify(packRow(employee))}\n`)
  }
  await writeArtifact(ports.blobs, reportBlob(id, 'rows.ndjson'), rows())
  const count = (severity: Finding['severity']) => findings.filter((f) => f.severity === severity).length
  const all = sums(salary, 20)
  const summary = {
    counts: { error: count('error'), warning: count('warning'), info: count('info') },
    by_rule: { federal_share_over_100: findings.length },
    kept: findings.length,
    totals: { ...all, by_pool: [{ name: 'Direct Services', ...all }], by_position: [], by_sheet: [] },
    compared_with: null,
    warnings,
  }
  await changeReport(ports, id, (body) => ({ ...body, summary }), true)
  return id
}
