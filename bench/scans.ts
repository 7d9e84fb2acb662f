// How well and how fast scanned pages are recognised, beside the tesseract program: npm run bench bench/scans.ts [-- FOLDER --pages 12 --details]
// FOLDER holds documents/ (../shared/data). Each scan in it with a known text, and pages of books and papers that are drawn and blurred as
// scanners do. Both get the same pictures, one after the other, each with one thread; the program (Debian: tesseract-ocr) starts for each.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { createParserPool } from '../kernel/cell/pool.ts'
import { FRESH, LOWERED } from '../kernel/cell/priority.ts'
import { documentReader } from '../services/documents/parse/document-reader.ts'
import { encodePng } from '../services/documents/parse/ocr/png.ts'
import { HYPHEN } from '../services/documents/parse/readers/pdf/layout/join.ts'
import { pagePassages } from '../services/documents/parse/readers/pdf/page.ts'
import { openPdfium } from '../services/documents/parse/readers/pdf/pdfium/pdfium.ts'
import type { PageImage } from '../services/documents/parse/readers/pdf/pdfium/render.ts'
import { tokenF1, wordsOf } from './measure/text-similarity.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string', default: '12' }, details: { type: 'boolean', default: false } },
})
const folder = join(resolve(positionals[0] ?? '../shared/data'), 'documents')
const most = Number(values.pages)

/** English texts of several kinds: a book, two papers, a handbook, an agenda, news. Every page from `first` on, `step` apart. */
const BOOKS = [
  { file: 'pdfjs__freeculture.pdf', first: 20, step: 40 },
  { file: 'pdfjs__tracemonkey.pdf', first: 1, step: 5 },
  { file: 'unstr__multi-column-2p.pdf', first: 1, step: 1 },
  { file: 'docling__multi_page.pdf', first: 0, step: 3 },
  { file: 'docling__amt_handbook_sample.pdf', first: 0, step: 1 },
  { file: 'plumber__cupertino_usd_4-6-16.pdf', first: 0, step: 1 },
  { file: 'km__NASA-news.pdf', first: 0, step: 1 },
] as const
const SCANS = [{ file: 'docling__ocr_test.pdf', text: 'expected_text/docling__ocr_test.pdf.md' }] as const
const DRAWN = { dots: 300, longestSide: 3600 }
/** As most office scanners are set. */
const SCANNED = { dots: 200, longestSide: 2400 }

interface Sample {
  readonly name: string
  readonly kind: 'scan' | 'drawn' | 'drawn, spoiled'
  readonly path: string
  readonly truth: readonly string[]
}

/** Blurred by a box of three points, greyer, and with a grain that is the same in each run. */
function spoil({ width, height, pixels }: PageImage): PageImage {
  const spoiled = new Uint8Array(pixels.length).fill(255)
  let seed = 1
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      let sum = 0
      for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) sum += pixels[(y + dy) * width + x + dx]!
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      spoiled[y * width + x] = Math.max(0, Math.min(255, 40 + (sum / 9) * 0.75 + ((seed >>> 24) - 128) * 0.25))
    }
  return { width, height, pixels: spoiled }
}

/** Words that a line end parts count as one, in the truth as in both readings. */
const wordsWhole = (text: string): string => text.replaceAll(HYPHEN, '').replace(/(\p{L})[-\u00ad\u2010]\n(?=\p{Ll})/gu, '$1')

const work = mkdtempSync(join(tmpdir(), 'scans-'))
const samples: Sample[] = []
const keep = (name: string, kind: Sample['kind'], picture: PageImage, truth: readonly string[]) => {
  const path = join(work, `${samples.length}.png`)
  writeFileSync(path, encodePng(picture))
  samples.push({ name, kind, path, truth })
}
for (const { file, text } of SCANS) {
  const pdf = await openPdfium(readFileSync(join(folder, file)))
  keep(file, 'scan', pdf.render(0, DRAWN), wordsOf(readFileSync(join(folder, text), 'utf8')))
  pdf.close()
}
for (let round = 0; samples.length < most * 2; round++) {
  const before = samples.length
  for (const { file, first, step } of BOOKS) {
    const pdf = await openPdfium(readFileSync(join(folder, file)))
    const page = first + round * step
    if (page < pdf.pageCount && samples.length < most * 2) {
      const texts = pagePassages(pdf.page(page)).map((p) => p.text)
      const truth = wordsOf(wordsWhole(texts.join('\n')))
      keep(`${file} ${page + 1}`, 'drawn', pdf.render(page, DRAWN), truth)
      keep(`${file} ${page + 1}`, 'drawn, spoiled', spoil(pdf.render(page, SCANNED)), truth)
    }
    pdf.close()
  }
  if (samples.length === before) break
}

interface Result extends Sample {
  readonly reader: 'millrace' | 'tesseract'
  readonly seconds: number
  readonly accuracy: number
}
const results: Result[] = []
const add = (sample: Sample, reader: Result['reader'], began: number, text: string) =>
  results.push({ ...sample, reader, seconds: (performance.now() - began) / 1000, accuracy: tokenF1(wordsOf(text), sample.truth) })

const limits = { timeout_ms: 600_000, memory_mb: 900, max_inflated_mb: 500, max_compression_ratio: 100, max_archive_entries: 10_000 }
const pool = createParserPool({ entry: documentReader, limits, size: 1, log: pino({ level: 'silent' }) })
const program = spawnSync('tesseract', ['--version'], { encoding: 'utf8' })
if (program.error) console.error('tesseract is not installed (Debian: tesseract-ocr); its column is left out')
try {
  const ours = (path: string) => pool.recognise({ path, languages: ['eng'], timeoutMs: 600_000 })
  await ours(samples[0]!.path)
  // In turns, so that a busy machine slows both alike.
  for (const sample of samples) {
    let began = performance.now()
    add(sample, 'millrace', began, (await ours(sample.path)).text)
    if (program.error) continue
    began = performance.now()
    const env = { ...process.env, OMP_THREAD_LIMIT: '1' }
    // Behind all other processes, as ours is.
    const asked = ['-n', String(FRESH + LOWERED), 'tesseract', sample.path, '-']
    add(sample, 'tesseract', began, wordsWhole(spawnSync('nice', asked, { encoding: 'utf8', maxBuffer: 1 << 26, env }).stdout))
  }
} finally {
  await pool.close()
  rmSync(work, { recursive: true })
}

const of = (reader: Result['reader'], kind: string) => results.filter((r) => r.reader === reader && (kind === 'all' || r.kind === kind))
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
const accuracy = (own: readonly Result[]) => sum(own.map((r) => r.accuracy * r.truth.length)) / sum(own.map((r) => r.truth.length))
const speed = (own: readonly Result[]) => own.length / sum(own.map((r) => r.seconds))
if (values.details)
  console.table(
    results.map((r) => ({
      page: r.name,
      kind: r.kind,
      reader: r.reader,
      words: r.truth.length,
      accuracy: r.accuracy.toFixed(3),
      s: r.seconds.toFixed(1),
    })),
  )
console.table(
  ['scan', 'drawn', 'drawn, spoiled', 'all'].map((kind) => {
    const [own, peer] = [of('millrace', kind), of('tesseract', kind)]
    return {
      kind,
      pages: own.length,
      'words right': accuracy(own).toFixed(3),
      'pages a second': speed(own).toFixed(2),
      ...(peer.length && {
        'tesseract: words right': accuracy(peer).toFixed(3),
        'its pages a second': speed(peer).toFixed(2),
        'speed against it': (speed(own) / speed(peer)).toFixed(2),
      }),
    }
  }),
)
console.log(
  `${program.stdout?.split('\n')[0] ?? 'no program'}; load ${loadavg()
    .map((n) => n.toFixed(1))
    .join(' ')}`,
)
