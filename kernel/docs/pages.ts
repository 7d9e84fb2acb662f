import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const frontMatterSchema = z.strictObject({
  title: z.string(),
  summary: z.string(),
  /** Questions that the page answers, in the words of people who ask them: search finds the page by them. */
  questions: z.array(z.string()).default([]),
  /** The documentation assistant quotes the page to keys with the scope `internal` alone. */
  internal: z.boolean().default(false),
})

/** A page of the manuals. */
export interface Page extends z.output<typeof frontMatterSchema> {
  /** From the root of the repository: `docs/how-to/upload-documents.md`. */
  readonly file: string
  /** Below `docs/`, without its ending: `how-to/upload-documents`; empty for the map, `docs/README.md`. */
  readonly path: string
  /** Markdown behind the front matter. */
  readonly markdown: string
}

const pathOf = (file: string): string => file.replace(/^docs\//, '').replace(/(?:\/?README)?\.md$/, '')

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/

const questionsSchema = z.record(z.string(), z.array(z.string()))
let known: z.output<typeof questionsSchema> | undefined
/** More questions by the paths of pages, from `docs/questions.yaml`: too many for front matter. */
export const moreQuestions = (): z.output<typeof questionsSchema> =>
  (known ??= questionsSchema.parse(parse(readFileSync(`${ROOT}docs/questions.yaml`, 'utf8'))))

/** Returns the page that a file holds. Throws when its front matter is missing or wrong. */
export function readPage(file: string): Page {
  const text = readFileSync(`${ROOT}${file}`, 'utf8')
  const [whole = '', yaml] = FRONT_MATTER.exec(text) ?? []
  if (yaml === undefined) throw new Error(`${file}: no front matter. Begin the file with ---, title and summary, and ---.`)
  const { success, data, error } = frontMatterSchema.safeParse(parse(yaml))
  if (!success) throw new Error(`${file}: ${z.prettifyError(error)}`)
  const path = pathOf(file)
  return { ...data, questions: [...data.questions, ...(moreQuestions()[path] ?? [])], file, path, markdown: text.slice(whole.length) }
}

/** Returns the files of all pages below `docs/`, the map first, in the order of their paths. */
export const pageFiles = (): readonly string[] =>
  readdirSync(`${ROOT}docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))

/** Returns all pages below `docs/` in the same order. */
export const readPages = (): readonly Page[] => pageFiles().map(readPage)
