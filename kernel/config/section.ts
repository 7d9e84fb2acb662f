import type { z } from 'zod'
import type { Config } from './config.ts'

/** `key`: within the section (`ocr.model`). */
export interface SectionFault {
  readonly key: string
  readonly message: string
}

/** A section of config.yaml that belongs to one service. Where the file leaves something out, its default holds. */
export interface ConfigSection<Schema extends z.ZodObject = z.ZodObject> {
  /** Its key in config.yaml: lower-case words joined by `_`. */
  readonly name: string
  /** Every value has a description, and a default unless it is optional: the page of settings is made of them. */
  readonly schema: Schema
  /** What is wrong although each value is right. */
  check?(own: z.output<Schema>, config: Config): readonly SectionFault[]
}

/** Checks a section's types. Throws an Error when a value has no default. */
export function defineSection<Schema extends z.ZodObject>(section: ConfigSection<Schema>): ConfigSection<Schema> {
  section.schema.parse({})
  return section
}

/** A service's own section as it holds now, to be read at the moment of use. Throws an Error where no service of the process names it. */
export function sectionOf<Schema extends z.ZodObject>(config: Config, { name }: ConfigSection<Schema>): z.output<Schema> {
  if (!Object.hasOwn(config, name))
    throw new Error(`the configuration was read without the section ${name}; its service names it in \`config\``)
  return (config as unknown as Record<string, z.output<Schema>>)[name] as z.output<Schema>
}
