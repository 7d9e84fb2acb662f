import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type MediaType,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type SchemaObject,
} from '../../kernel/http/openapi/document.ts'
import { apiDocument } from '../../scripts/clients/api-document.ts'

const ASSETS = fileURLToPath(new URL('../../web/', import.meta.url))

/** A call as it stands in a script of the console. `path` has {} in place of what is computed. */
interface ConsoleCall {
  readonly file: string
  readonly method: string
  readonly path: string
  readonly query: readonly string[]
  /** Fields of a body that is written out there. */
  readonly sent: readonly string[]
  /** Fields that are taken out of the reply at once. */
  readonly read: readonly string[]
}

/** A piece of text up to the bracket that closes the one before it. */
function untilClosed(text: string): string {
  let depth = 1
  for (let i = 0; i < text.length; i++) {
    if ('([{'.includes(text[i]!)) depth++
    else if (')]}'.includes(text[i]!) && --depth === 0) return text.slice(0, i)
  }
  return text
}

/** Names of the members of an object literal or pattern, outside of nested ones; spreads are left out. */
function namesIn(object: string): string[] {
  let depth = 0
  const flat = [...object].filter((c) => {
    if (')]}'.includes(c)) depth--
    const kept = depth === 0
    if ('([{'.includes(c)) depth++
    return kept
  })
  return flat
    .join('')
    .split(',')
    .flatMap((member) => /^\s*(\w+)\s*(?::|=|$)/.exec(member)?.[1] ?? [])
}

/** Every call of the API that a script makes by a path which stands there as a literal, or begins with a constant of the file. */
function callsOf(file: string): ConsoleCall[] {
  const text = readFileSync(`${ASSETS}${file}`, 'utf8')
  const constants = new Map([...text.matchAll(/^const (\w+) = ['`](\/api\/v2[^'`]*)['`]/gm)].map((m) => [m[1]!, m[2]!]))
  const pattern =
    /(?:const \{([^}]*)\} = (?:await )?\(?(?:await )?)?(?:whileBusy\()?\b(api|apiJson|download|fetch)\(\s*('[^']*'|`(?:[^`$]|\$\{[^}]*\})*`|[A-Z]\w*|path)/g
  return [...text.matchAll(pattern)].flatMap((m) => {
    const given = m[3]!.replace(/^['`]|['`]$/g, '')
    const whole = (constants.get(given) ?? given)
      .replace(/\$\{(\w+)\}/g, (_all, name: string) => constants.get(name) ?? '{}')
      .replace(/\$\{[^}]*\}/g, '{}')
    if (!whole.startsWith('/api/v2')) return []
    const options = untilClosed(text.slice(m.index + m[0].length))
    const [path = '', query = ''] = whole.split('?')
    const body = /\bjson: \{/.exec(options)
    return [
      {
        file,
        path: path.replace(/\{[^}]*\}/g, '{}'),
        method: (/\bmethod: '(\w+)'/.exec(options)?.[1] ?? 'GET').toUpperCase(),
        query: [...new URLSearchParams(query).keys()].filter((name) => /^\w+$/.test(name)),
        sent: body ? namesIn(untilClosed(options.slice(body.index + body[0].length))) : [],
        read: m[1] ? namesIn(m[1]) : [],
      },
    ]
  })
}

describe('the console calls', () => {
  const scripts = readdirSync(ASSETS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  const calls = scripts.flatMap(callsOf)
  let document: OpenApiDocument
  beforeAll(async () => {
    ;({ document } = await apiDocument())
  })

  /** A computed segment stands for any one; what is computed behind a segment is the query. */
  const fits = (known: string, called: string): boolean => {
    const [wanted, given] = [known.split('/'), called.replace(/(?<=[^/])\{\}$/, '').split('/')]
    return wanted.length === given.length && given.every((part, i) => part === '{}' || part === wanted[i])
  }
  /** What is computed is a parameter where a path has one in its place. */
  const operationOf = ({ method, path }: ConsoleCall): Operation | undefined => {
    const fitting = operationsOf(document).filter((o) => o.method.toUpperCase() === method && fits(o.path, path))
    return (fitting.find((o) => o.path.replace(/\{\w+\}/g, '{}') === path) ?? fitting[0])?.operation
  }
  const fieldsOf = (media: { content?: Record<string, MediaType> } | undefined): string[] => {
    const { $ref, ...own } = Object.values(media?.content ?? {})[0]?.schema ?? {}
    const schema: SchemaObject = typeof $ref === 'string' ? document.components.schemas[$ref.split('/').at(-1)!]! : own
    return Object.keys((schema.properties ?? {}) as object)
  }

  it('are found, those of every page', () => {
    expect(calls.length).toBeGreaterThan(20)
    expect(new Set(calls.map(({ file }) => file)).size).toBeGreaterThan(10)
  })

  it('only what the document of the API has', () => {
    expect(calls.filter((call) => !operationOf(call)).map(({ file, method, path }) => `${file}: ${method} ${path}`)).toEqual([])
    const literals = scripts.flatMap((file) =>
      [...readFileSync(`${ASSETS}${file}`, 'utf8').matchAll(/['`](\/api\/v2\/[^'`?]*)/g)].map((m) => [
        file,
        m[1]!.replace(/\$\{[^}]*\}/g, '{}'),
      ]),
    )
    const paths = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
    expect(literals.length).toBeGreaterThan(25)
    expect(literals.filter(([, path]) => !paths.some((known) => known === path || known.startsWith(`${path}/`)))).toEqual([])
  })

  it('with parameters and fields that the document has, and reads such fields', () => {
    const unknown = calls.flatMap((call) => {
      const operation = operationOf(call)
      const queries = (operation?.parameters ?? []).filter((p) => p.in === 'query').map((p) => String(p.name))
      const success = Object.entries(operation?.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1] as MediaType | undefined
      const [taken, given] = [fieldsOf(operation?.requestBody), fieldsOf(success as { content?: Record<string, MediaType> })]
      const missing = [
        ...call.query.filter((name) => !queries.includes(name)),
        ...call.sent.filter((name) => !taken.includes(name)),
        ...call.read.filter((name) => !given.includes(name)),
      ]
      return missing.map((name) => `${call.file}: ${call.method} ${call.path} ${name}`)
    })
    expect(unknown).toEqual([])
    expect(calls.flatMap(({ sent, read }) => [...sent, ...read]).length).toBeGreaterThan(10)
  })
})
