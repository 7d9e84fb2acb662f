import { styleText } from 'node:util'
import type { Answer, Citation } from './replies.ts'

/** What to do for answers that are more than quotes. */
const NO_MODEL =
  '  No language model is connected: answers are quotes, found and not written. Connect one on the page /settings, or start the server with LLM_BASE_URL.'

/** What stands below an answer: its citations (or the sources when nothing is cited), failures, model and time, and, with `noModel`, what gives more than quotes. */
export function answerNotes(answer: Answer, stream: NodeJS.WriteStream, { noModel = true } = {}): string {
  const dim = (text: string) => styleText('dim', text, { stream })
  const cited = answer.citations
    .filter((c) => c.marker !== '')
    .toSorted((a, b) => String(a.marker).localeCompare(String(b.marker), 'en', { numeric: true }))
  const sources = answer.response_metadata.answer_kind === 'none' ? [] : answer.metadata
  const lines = cited.length
    ? cited.map((c) => citationLine(c, stream))
    : sources.map((s) => dim(`  source: ${place(s.filename, s.page_number)}`)).filter((line, i, all) => all.indexOf(line) === i)
  for (const sentence of new Set(answer.citations.filter((c) => !c.supported).map((c) => c.sentence)))
    lines.push(styleText('yellow', `  no support found: ${oneLine(sentence, 200)}`, { stream }))
  for (const e of answer.errors ?? []) lines.push(styleText('yellow', `  note: ${e.message ?? e.code ?? 'a part failed'}`, { stream }))
  const model = answer.response_metadata.model_used
  lines.push(
    dim(`  ${answer.processing_time.toFixed(2)} s${model?.alias ? `, model ${model.alias} (${model.provider ?? 'unknown'})` : ''}`),
  )
  if (noModel && model?.provider === 'embedded') lines.push(dim(NO_MODEL))
  return `${lines.join('\n')}\n`
}

function citationLine({ marker, filename, page_number, quote }: Citation, stream: NodeJS.WriteStream): string {
  const label = styleText('cyan', `[${String(marker).replace(/[[\]]/g, '')}]`, { stream })
  return `  ${label} ${place(filename, page_number)}: “${oneLine(quote, 240)}”`
}

const place = (filename: string | null | undefined, page: number | null | undefined): string =>
  `${filename ?? 'unknown file'}${page ? `, ${unitOf(filename ?? '')} ${page}` : ''}`

const unitOf = (filename: string): string =>
  /\.(?:xls[xm]|ods)$/i.test(filename) ? 'sheet' : /\.(?:pptx|odp)$/i.test(filename) ? 'slide' : 'page'

const oneLine = (text: string, limit: number): string => {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length > limit ? `${flat.slice(0, limit - 1)}…` : flat
}
