import { z } from 'zod'
import { variableSchemas } from '../../../kernel/runtime/env.ts'
import { accessVariables } from './access-variables.ts'
import { infrastructureVariables } from './infrastructure-variables.ts'
import { commandVariables, readByOthers } from './other-variables.ts'
import { blocks, choices, code, type ReferencePage, table, withCode } from './page.ts'
import { formOf } from './schema-form.ts'
import { type VariableDescriptions, variableGroups } from './variable-description.ts'

type Name = keyof typeof variableSchemas

const variableDescriptions: VariableDescriptions = { ...infrastructureVariables, ...accessVariables }

/** What a variable's schema accepts and what it gives where the variable is unset. */
interface Shape {
  readonly form: string
  readonly fallback?: unknown
}

/** Reads the form of a variable out of its schema: what a text becomes says more than the text. */
function shapeOf(schema: z.core.$ZodType): Shape {
  if (schema instanceof z.ZodDefault) return { ...shapeOf(schema.def.innerType), fallback: schema.def.defaultValue }
  if (schema instanceof z.ZodOptional) return shapeOf(schema.def.innerType)
  return { form: schema instanceof z.ZodPipe ? formOfPipe(schema) : schema instanceof z.ZodURL ? 'http or https URL' : formOf(schema) }
}

function formOfPipe({ def: { in: from, out: to } }: z.ZodPipe): string {
  if (to instanceof z.ZodNumber) return formOf(to)
  if (from instanceof z.ZodEnum) return choices(['true', 'false'])
  if (from instanceof z.ZodPipe) return formOfPipe(from)
  return to instanceof z.ZodTransform && from instanceof z.ZodString ? 'comma-separated list' : 'text'
}

const defaultOf = (fallback: unknown): string => {
  if (fallback === undefined) return 'unset'
  return code(Array.isArray(fallback) ? fallback.join(',') : String(fallback))
}

function rowOf(name: Name): string[] {
  const { form, fallback } = shapeOf(variableSchemas[name])
  const described = variableDescriptions[name]
  return [code(name), described.fallback ?? defaultOf(fallback), described.form ?? form, withCode(described.description)]
}

const HEAD = ['Variable', 'Default', 'Form', 'Description']
const names = Object.keys(variableDescriptions) as Name[]
const groups = variableGroups.map((group) => {
  const own = names.filter((name) => variableDescriptions[name].group === group)
  return blocks(`## ${group}`, table(HEAD, own.map(rowOf)))
})

export const environment: ReferencePage = {
  name: 'environment',
  title: 'Environment variables',
  summary: 'Every environment variable that Millrace reads, with its default, form and effect.',
  questions: [
    'Which environment variables are there?',
    'How do I change the port or the address that the server listens on?',
    'How do I connect Kafka?',
    'How do I use PostgreSQL instead of the embedded database?',
    'How do I store files in S3 or in Azure Blob Storage?',
    'Which variable sets the model server or the embeddings server?',
    'How do I set subscription keys?',
    'How do I raise or turn off the rate limit?',
    'Where does Millrace keep its data?',
    'How do I turn on debug logging?',
    'How do I export traces to a collector?',
    'How do I turn on content moderation, or a safety check for agents?',
  ],
  body: () =>
    blocks(
      'Every variable has a default that works. Millrace reads the variables once, at startup.',
      [
        '- An empty value counts as unset.',
        '- An invalid value prevents startup. The message names the variable and never repeats its value.',
        '- A service that does not respond at startup, such as Kafka or PostgreSQL, also prevents startup.',
        '- Keys of models are never written into `config.yaml`. There, `api_key_env` and `token_env` name a variable whose name ends with `KEY` or `TOKEN`.',
      ].join('\n'),
      'Limits and defaults that may change at run time are settings of `config.yaml`: see [Configuration](configuration.md).',
      ...groups,
      '## Commands',
      'The commands of `npm run` read these variables. They are described in [Command line](cli.md).',
      table(
        HEAD,
        commandVariables.map(([name, ...rest]) => [code(name), ...rest.map(withCode)]),
      ),
      '## Variables of Node.js and libraries',
      'Millrace passes these on to the parts that read them.',
      table(
        HEAD,
        readByOthers.map(([name, ...rest]) => [code(name), ...rest.map(withCode)]),
      ),
    ),
}
