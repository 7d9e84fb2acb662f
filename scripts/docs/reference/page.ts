import { stringify } from 'yaml'

/** A page of `docs/reference`, without its ending: `configuration`. */
export interface ReferencePage {
  readonly name: string
  readonly title: string
  readonly summary: string
  /** Questions by which search and the documentation assistant find the page. */
  readonly questions: readonly string[]
  /** The Markdown below the title. */
  readonly body: () => string | Promise<string>
}

/** Returns the text of the page's file. */
export async function fileOf({ title, summary, questions, body }: ReferencePage): Promise<string> {
  const frontMatter = stringify({ title, summary, questions }, { lineWidth: 0 })
  return `---\n${frontMatter}---\n# ${title}\n\n${(await body()).trim()}\n`
}

const cell = (text: string): string =>
  text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/(?<!\\)\|/g, '\\|')
    .trim()
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

/** Returns a Markdown table; cells may contain `|` and line breaks. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n')

/** Joins paragraphs, tables and lists, without the absent ones. */
export const blocks = (...parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join('\n\n')

export const code = (text: string): string => `\`${text}\``

/** `a`, `b` or `c`, in code font. */
export const choices = (values: readonly unknown[], word = 'or'): string => {
  const all = values.map((value) => code(String(value)))
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} ${word} ${all.at(-1)}`
}

/** 20000 as 20,000. */
export const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 20 })

/** Names of settings and variables in code font, where a description names them bare. */
export const withCode = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith('`')
        ? part
        : part.replaceAll(
            /(?<![\w/.])(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]+(?:[._][a-z]+)*_[a-z_.]*[a-z](?:=\w+)?|\w+=(?:true|false)|config\.yaml)(?![\w/]|\.\w)/g,
            code,
          ),
    )
    .join('')
