import { Environment, Interpreter } from '@huggingface/jinja'
import { namesRead } from './names-read.ts'
import { type Program, parseTemplate } from './parse-template.ts'
import { MAX_OUTPUT } from './render-reply.ts'
import type { RenderedTemplate } from './templates.ts'

const MAX_RANGE = 10_000
const CACHED = 200

const cache = new Map<string, { program: Program; names: ReadonlySet<string> }>()

/** Renders in this thread, without a time limit. Throws TemplateSyntaxError, or an Error that says what went wrong in it. */
export function renderTemplate(template: string, variables: Readonly<Record<string, unknown>>): RenderedTemplate {
  const { program, names } = parsed(template)
  const environment = new Environment()
  for (const [name, value] of Object.entries({ true: true, false: false, none: null, True: true, False: false, None: null }))
    environment.set(name, value)
  environment.set('range', range)
  for (const [name, value] of Object.entries(variables)) environment.setVariable(name, new Environment().set('value', value))
  const result: unknown = new Interpreter(environment).run(program)
  const text = isText(result) ? result.value : ''
  if (Buffer.byteLength(text) > MAX_OUTPUT) throw new Error('its output is over 1 MB')
  const used = [...names].filter((name) => Object.hasOwn(variables, name)).sort()
  return { text, used }
}

function parsed(template: string): { program: Program; names: ReadonlySet<string> } {
  const known = cache.get(template)
  if (known) return known
  const program = parseTemplate(template)
  const entry = { program, names: namesRead(program) }
  if (cache.size >= CACHED) cache.delete(cache.keys().next().value!)
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
