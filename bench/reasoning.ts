// npm run bench bench/reasoning.ts [changes] [anomalies] [noise] [calibration] [altered] [scale] [loop]: claims of the reasoning engine about its
// findings and its time. DATA names the folder with `tcpd` and `nab`; ../shared/data/timeseries when absent. Times are of the processor.
import { availableParallelism, cpus } from 'node:os'
import { gaussian, seeded } from '../services/reasoning/analysis/numbers/random.ts'
import { analyseSeries } from '../services/reasoning/analysis/temporal/analyse-series.ts'
import type { Claim } from '../services/reasoning/analysis/words/claim.ts'
import { analyse } from '../services/reasoning/thread/analyse.ts'
import { alteredExplanations } from './reasoning/altered.ts'
import { loop } from './reasoning/loop.ts'
import { type Detected, readNab, robustZ, scoreWindows, vusPr, windowedGaussian, windowF1 } from './reasoning/nab.ts'
import { falseFindings } from './reasoning/noise.ts'
import { ar1, daily, isTrue, simulated, subjectOf } from './reasoning/simulate.ts'
import { coveringOf, f1Of, readTcpd } from './reasoning/tcpd.ts'

const DATA = process.env.DATA ?? '../shared/data/timeseries'
const mean = (values: readonly number[]) => values.reduce((s, v) => s + v, 0) / values.length
const percent = (x: number) => `${(100 * x).toFixed(1)} %`

function changes() {
  const all = readTcpd(`${DATA}/tcpd`)
  const rows = all.map((one) => {
    const t = one.values.map((_, i) => i * 86_400_000)
    const { changePoints } = analyseSeries({ id: one.name, label: one.name, t, v: one.values, notes: [] })
    const found = changePoints.map(({ index }) => index)
    return {
      name: one.name,
      f1: f1Of(one, found),
      covering: coveringOf(one, found),
      none: f1Of(one, []),
      noneCovering: coveringOf(one, []),
    }
  })
  for (const { name, f1, covering } of rows) console.log(`  ${name.padEnd(18)} F1 ${f1.toFixed(2)}  covering ${covering.toFixed(2)}`)
  const of = (pick: (r: (typeof rows)[number]) => number) => mean(rows.map(pick)).toFixed(3)
  console.log(`changes: F1 ${of((r) => r.f1)}, covering ${of((r) => r.covering)} over ${rows.length} series, default parameters`)
  console.log(`  no change at all here: F1 ${of((r) => r.none)}, covering ${of((r) => r.noneCovering)}`)
  console.log('  published on these: AMOC by default 0.782 and 0.756; BOCPD tuned, over the whole set, 0.880 and 0.789')
}

function anomalies() {
  const files = readNab(`${DATA}/nab`)
  const found = files.map((file) => {
    const { anomalies } = analyseSeries({ id: 'a', label: 'a', t: file.t, v: file.v, notes: [] })
    const detected = anomalies.map((a): Detected => [Date.parse(a.t), Date.parse(a.until ?? a.t)])
    const scores = new Float64Array(file.v.length)
    for (const { index, score, until } of anomalies) {
      const last = until ? file.t.findLastIndex((t) => t <= Date.parse(until)) : index
      for (let i = index; i <= last; i++) scores[i] = Math.max(scores[i]!, Math.abs(score))
    }
    return { file, score: scoreWindows(file, detected), vus: vusPr(file, scores) }
  })
  for (const { file, score } of found) console.log(`  ${file.name.padEnd(42)} met ${score.met} missed ${score.missed} false ${score.false}`)
  const labelled = files.filter(({ windows }) => windows.length > 0)
  const ours = windowF1(found.map(({ score }) => score))
  const vus = mean(found.filter(({ file }) => file.windows.length > 0).map((f) => f.vus))
  const best = (
    [
      ['windowed Gaussian', windowedGaussian],
      ['robust z-score', robustZ],
    ] as const
  ).map(([name, scoreOf]) => {
    const each = files.map((file) => ({ file, z: scoreOf(file.v) }))
    const at = (bound: number) =>
      windowF1(
        each.map(({ file, z }) =>
          scoreWindows(
            file,
            [...z.keys()].filter((i) => z[i]! > bound).map((i): Detected => [file.t[i]!, file.t[i]!]),
          ),
        ),
      ).f1
    const bounds = [2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 7, 8, 10]
    const bound = bounds.reduce((a, b) => (at(b) > at(a) ? b : a))
    const area = mean(each.filter(({ file }) => file.windows.length > 0).map(({ file, z }) => vusPr(file, z)))
    console.log(
      `  ${name}: F1 ${at(bound).toFixed(3)} at its best threshold (${bound}), ${at(3).toFixed(3)} at 3; VUS-PR ${area.toFixed(3)}`,
    )
    return at(bound)
  })
  console.log(
    `anomalies: F1 ${ours.f1.toFixed(3)} by windows (precision ${ours.precision.toFixed(2)}, recall ${ours.recall.toFixed(2)}), ${(ours.f1 / Math.max(...best)).toFixed(2)} times the better baseline; VUS-PR ${vus.toFixed(3)} over ${labelled.length} files`,
  )
  console.log('  Of this benchmark it is known that windows are wide and some labels doubtful, so that small differences mean little.')
}

function noise() {
  const found = falseFindings(1000)
  console.log(
    `noise: of 1,000 AR(1) series ${percent(found.trends)} have a trend, ${percent(found.changes)} a change, ${percent(found.seasons)} a season; of the pairs ${percent(found.correlations)} go together, ${percent(found.lags)} at a lag; of 1,000 lognormal ones ${percent(found.skewedChanges)} have a change`,
  )
}

function calibration() {
  const bins = Array.from({ length: 10 }, () => ({ n: 0, said: 0, seen: 0 }))
  const runs = 2000
  for (let k = 0; k < runs; k++) {
    const { subject, planted } = simulated(5_000_000 + k)
    const known = { temporal: analyse('temporal', subject, {}), pattern: analyse('pattern', subject, {}) } as Parameters<typeof analyse>[2]
    const { confidence, insights, answered } = analyse('claims', subject, known) as {
      confidence: number
      insights: Claim[]
      answered: boolean
    }
    const bin = bins[Math.min(9, Math.floor(confidence * 10))]!
    bin.n++
    bin.said += confidence
    bin.seen += isTrue(answered ? insights[0] : undefined, planted) ? 1 : 0
  }
  for (const { n, said, seen } of bins)
    if (n > 0) console.log(`  said ${(said / n).toFixed(2)}, came true ${(seen / n).toFixed(2)}, in ${n} runs`)
  const error = bins.reduce((s, { said, seen }) => s + Math.abs(said - seen), 0) / runs
  console.log(`calibration: error of confidence ${error.toFixed(3)} over ${runs} simulated runs`)
}

function altered() {
  const { made, passed, whole, wholePassed } = alteredExplanations(200)
  for (const text of passed) console.log(`  let through: ${text}`)
  console.log(`altered: of ${made} altered explanations ${passed.length} pass; of ${whole} as they were ${wholePassed} pass`)
}

/** Everything that a run works out, and what it took. */
function whole(series: number, points: number) {
  const subject = subjectOf(
    'What happened?',
    Array.from({ length: series }, (_, k) => daily(`s${k}`, ar1(points, 0.3, gaussian(seeded(9_000 + k))))),
  )
  const before = process.cpuUsage()
  const temporal = analyse('temporal', subject, {})
  const known = {
    temporal,
    pattern: analyse('pattern', subject, {}),
    ...(series > 1 ? { correlation: analyse('correlation', subject, {}) } : {}),
  }
  const domain = analyse('domain', subject, known as Parameters<typeof analyse>[2])
  analyse('claims', subject, { ...known, domain } as Parameters<typeof analyse>[2])
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

function scale() {
  whole(5, 500)
  const full = whole(100, 1000)
  const memory = process.resourceUsage().maxRSS / 1024
  console.log(`scale: 100 series of 1,000 points in ${full.toFixed(2)} s of one core; the process had ${memory.toFixed(0)} MB at most`)
  const lengths = [3_750, 7_500, 15_000, 30_000, 60_000]
  const times = lengths.map((points) => whole(1, points))
  console.log(`  one series: ${lengths.map((n, i) => `${n} points ${times[i]!.toFixed(2)} s`).join(', ')}`)
  console.log(`  slope: twice the points take ${((times.at(-1)! / times[0]!) ** (1 / (lengths.length - 1))).toFixed(2)} times as long`)
}

const parts = { changes, anomalies, noise, calibration, altered, scale, loop }
const wanted = process.argv.slice(2)
console.log(`${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.version}`)
for (const [name, run] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await run()
