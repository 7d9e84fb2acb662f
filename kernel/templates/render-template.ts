import { Environment } from '@huggingface/jinja'
import { messageOf } from '../runtime/errors.ts'
import { BoundedInterpreter } from './bound-texts.ts'
import { namesRead } from './names-read.ts'
import { type Program, parseTemplate, type Tag, TemplateError, tagsOf } from './parse-template.ts'
import { MAX_OUTPUT } from './render-reply.ts'
import type { RenderedTemplate } from './templates.ts'

const MAX_RANGE = 10_000
/** Characters of the templates that stay parsed: each takes some twelve bytes of the worker's 64 MB. */
const CACHED = 1_000_000
const costOf = (template: string): number => template.length + 500

let cached = 0
const cache = new Map<string, { program: Program; names: ReadonlySet<string> }>()

type Variables = Readonly<Record<string, unknown>>

/** Renders in this thread, without a time limit. Throws TemplateError, or an Error for an output over 1 MB. */
export function renderTemplate(template: string, variables: Variables): RenderedTemplate {
  const { program, names } = parsed(template)
  let text: string
  try {
    text = run(program, environmentOf(variables))
  } catch (error) {
    throw new TemplateError('fails', template, failingTag(template, variables), messageOf(error))
  }
  if (Buffer.byteLength(text) > MAX_OUTPUT) throw new Error('its output is over 1 MB')
  const used = [...names].filter((name) => Object.hasOwn(variables, name)).sort()
  return { text, used }
}

function environmentOf(variables: Variables): Environment {
  const environment = new Environment()
  for (const [name, value] of Object.entries({ true: true, false: false, none: null, True: true, False: false, None: null }))
    environment.set(name, value)
  environment.set('range', range)
  for (const [name, value] of Object.entries(variables)) environment.setVariable(name, new Environment().set('value', value))
  return environment
}

function run(program: Program, environment: Environment): string {
  const result: unknown = new BoundedInterpreter(environment).run(program)
  return isText(result) ? result.value : ''
}

/**
 * The tag that was being run when a template failed: the interpreter does not tell, so it runs once more with a call before each tag that
 * notes its place.
 */
function failingTag(template: string, variables: Variables): Tag | undefined {
  const tags = tagsOf(template)
  let mark = 'reached_tag'
  while (template.includes(mark)) mark += '_'
  let last = 0
  const pieces = tags.map(({ start }, i) => `${template.slice(tags[i - 1]?.start ?? 0, start)}{{${mark}(${i})}}`)
  const environment = environmentOf(variables)
  environment.set(mark, (i: number) => {
    last = i
    return ''
  })
  try {
    run(parseTemplate(`${pieces.join('')}${template.slice(tags.at(-1)?.start ?? 0)}`), environment)
  } catch {
    // it failed before, too
  }
  return tags[last]
}

function parsed(template: string): { program: Program; names: ReadonlySet<string> } {
  const known = cache.get(template)
  if (known) return known
  const program = parseTemplate(template)
  const entry = { program, names: namesRead(program) }
  cached += costOf(template)
  for (const oldest of cache.keys()) {
    if (cached <= CACHED) break
    cache.delete(oldest)
    cached -= costOf(oldest)
  }
  cache.set(template, entry)
  return entry
}

const isText = (value: unknown): value is { value: string } =>
  typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'string'

/** Python's range, with a bound: the library's own would fill the memory. */
function range(...bounds: unknown[]): number[] {
  const numbers = bounds.filter((b) => typeof b === 'number')
  if (numbers.length !== bounds.length || !numbers.length || numbers.length > 3 || !numbers.every(Number.isFinite))
    throw new Error('range() takes one to three numbers')
  const [start, stop] = numbers.length === 1 ? [0, numbers[0]!] : [numbers[0]!, numbers[1]!]
  const step = numbers[2] ?? 1
  if (step === 0) throw new Error('range() step must not be zero')
  const length = Math.max(0, Math.ceil((stop - start) / step))
  if (length > MAX_RANGE) throw new Error(`range() gives more than ${MAX_RANGE} numbers`)
  return Array.from({ length }, (_, i) => start + i * step)
}
