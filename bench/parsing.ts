// How much of a document's text is read, beside other readers: npm run bench bench/parsing.ts [-- FOLDER --only PART --details --json --save FOLDER]
// FOLDER holds expected.json and documents/ (../shared/data). PYTHON names an interpreter with pypdf, pymupdf, python-docx, openpyxl, python-pptx.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { phraseShare, tokenF1, wordSimilarity, wordsOf } from './measure/text-similarity.ts'
import { pdftotext, pythonReaders, type Reading, readOurs } from './parsing/parsing-peers.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    details: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    save: { type: 'string' },
  },
})
const folder = resolve(positionals[0] ?? '../shared/data')

const caseSchema = z.looseObject({
  file: z.string(),
  kind: z.string(),
  ok: z.boolean(),
  must_contain: z.array(z.string()).default([]),
  expected_text: z.string().optional(),
})
type Case = z.output<typeof caseSchema>

const elementsSchema = z.array(z.record(z.string(), z.unknown()))

/** The known-good text: Markdown as it is; of JSON the elements' texts, or the records' keys once and their values. */
function expectedText({ expected_text }: Case): string | undefined {
  if (expected_text === undefined) return undefined
  const text = readFileSync(join(folder, expected_text), 'utf8')
  if (extname(expected_text) !== '.json') return text
  const elements = elementsSchema.parse(JSON.parse(text))
  if (elements.every((e) => typeof e.text === 'string')) return elements.map((e) => e.text).join('\n')
  return [Object.keys(elements[0] ?? {}), ...elements.map((e) => Object.values(e))].map((row) => row.join(' | ')).join('\n')
}

interface Score {
  readonly file: string
  readonly kind: string
  readonly reader: string
  readonly ms: number
  readonly words: number
  readonly f1?: number
  readonly similarity?: number
  readonly phrases?: number
  readonly error?: string
}

function scoreOf({ file, kind, must_contain }: Case, expected: string | undefined, { reader, ms, text, error }: Reading): Score {
  const words = wordsOf(text)
  const truth = expected === undefined ? undefined : wordsOf(expected)
  return {
    file: basename(file),
    kind,
    reader,
    ms,
    words: words.length,
    ...(truth && { f1: tokenF1(words, truth), similarity: wordSimilarity(words, truth) }),
    phrases: phraseShare(text, must_contain),
    ...(error !== undefined && { error }),
  }
}

const mean = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter((v) => v !== undefined)
  return known.length ? known.reduce((a, b) => a + b, 0) / known.length : undefined
}
const shown = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(3))

/** One line a reader: means over the files that it reads of a kind, beside ours over the same files. */
function summary(scores: readonly Score[]): object[] {
  const readers = [...new Set(scores.map((s) => s.reader))]
  const kinds = [...new Set(scores.map((s) => s.kind))]
  return kinds.flatMap((kind) =>
    readers.flatMap((reader) => {
      const own = scores.filter((s) => s.kind === kind && s.reader === reader)
      if (own.length === 0) return []
      return {
        kind,
        reader,
        files: own.length,
        'with truth': own.filter((s) => s.f1 !== undefined).length,
        'token F1': shown(mean(own.map((s) => s.f1))),
        'word similarity': shown(mean(own.map((s) => s.similarity))),
        phrases: shown(mean(own.map((s) => s.phrases))),
        'ms a file': Math.round(mean(own.map((s) => s.ms)) ?? 0),
        failed: own.filter((s) => s.error !== undefined).length,
      }
    }),
  )
}

const cases = z
  .array(z.looseObject({ file: z.string(), ok: z.boolean() }))
  .parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')))
  .filter((c) => c.ok && c.file.startsWith('documents/') && c.file.includes(values.only))
  .map((c) => caseSchema.parse(c))
const paths = cases.map((c) => join(folder, c.file))
const readings = [...(await readOurs(paths)), ...pdftotext(paths), ...(await pythonReaders(paths, process.env.PYTHON ?? 'python3'))]
const scores = cases.flatMap((c, i) => {
  const expected = expectedText(c)
  return readings.filter((r) => r.path === paths[i]).map((r) => scoreOf(c, expected, r))
})
if (values.save) {
  mkdirSync(values.save, { recursive: true })
  for (const { path, reader, text } of readings)
    writeFileSync(join(values.save, `${basename(path)}.${reader.replaceAll(' ', '_')}.txt`), text)
}
if (values.json) console.log(JSON.stringify(scores))
else {
  const rows = values.details ? scores : scores.filter((s) => s.f1 !== undefined)
  console.table(
    rows.map((s) => ({
      file: s.file,
      reader: s.reader,
      'token F1': shown(s.f1),
      'word similarity': shown(s.similarity),
      phrases: shown(s.phrases),
      words: s.words,
      ms: Math.round(s.ms),
      ...(s.error && { error: s.error.slice(0, 60) }),
    })),
  )
  console.table(summary(scores))
}
