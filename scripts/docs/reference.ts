// npm run docs [-- --check]: writes docs/reference from the code.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { printHelp } from '../print-help.ts'
import { agentsAndTools } from './reference/agents-and-tools.ts'
import { cli } from './reference/cli.ts'
import { configuration } from './reference/configuration.ts'
import { environment } from './reference/environment.ts'
import { errors } from './reference/errors.ts'
import { formats } from './reference/formats.ts'
import { httpApi } from './reference/http-api.ts'
import { metrics } from './reference/metrics.ts'
import { fileOf, type ReferencePage } from './reference/page.ts'
import { topicsAndEvents } from './reference/topics-and-events.ts'
import { USAGE } from './reference/usage.ts'

const FOLDER = fileURLToPath(new URL('../../docs/reference/', import.meta.url))

export const referencePages: readonly ReferencePage[] = [
  httpApi,
  configuration,
  environment,
  topicsAndEvents,
  errors,
  cli,
  metrics,
  formats,
  agentsAndTools,
]

/** Returns the text of every page by the name of its file. */
export async function referenceFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const page of referencePages) files.set(`${page.name}.md`, await fileOf(page))
  return files
}

/** Returns the names of files that are missing, out of date, or of no page. */
export function outOfDate(files: ReadonlyMap<string, string>): string[] {
  const present = readdirSync(FOLDER).filter((name) => name.endsWith('.md'))
  const changed = [...files].filter(([name, text]) => !present.includes(name) || readFileSync(FOLDER + name, 'utf8') !== text)
  return [...changed.map(([name]) => name), ...present.filter((name) => !files.has(name))]
}

if (import.meta.main) {
  printHelp(USAGE)
  mkdirSync(FOLDER, { recursive: true })
  const files = await referenceFiles()
  const old = outOfDate(files)
  if (process.argv.includes('--check')) {
    if (old.length) console.error(`out of date: ${old.join(', ')}. Run npm run docs.`)
    process.exitCode = old.length ? 1 : 0
  } else {
    for (const [name, text] of files) if (old.includes(name)) writeFileSync(FOLDER + name, text)
    console.error(`docs: ${files.size} pages of reference, ${old.length} changed`)
  }
}
