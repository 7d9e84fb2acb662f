import { z } from 'zod'
import type { PayloadOf } from '../../schemas/event.ts'
import { promptChanged } from '../../schemas/prompt.ts'
import { type PromptType, promptTypes } from './prompt-source.ts'

/** 1 to 128 letters, digits, `-`, `_` and dots, none of these first; never a path. */
export const PROMPT_NAME = /^(?!\.)[A-Za-z0-9_.-]{1,128}$/

export const promptMetadataSchema = z.object({
  label: z.string(),
  prompt_tag: z.string(),
  notes: z.string(),
  saved_by: z.string(),
  saved_at: z.iso.datetime(),
  updated_by: z.string().nullable().describe('Who last changed label, tag, notes or name.'),
  updated_at: z.iso.datetime().nullable(),
  promoted_by: z.string().nullable().describe('Who last made this version the default.'),
  promoted_at: z.iso.datetime().nullable(),
})
export type PromptMetadata = z.output<typeof promptMetadataSchema>

/** One version of a prompt. Its text lies in the file of `pathOf` and never changes. */
const versionSchema = z.object({
  id: z.uuid(),
  type: z.enum(promptTypes),
  /** Without `.j2`. */
  name: z.string().regex(PROMPT_NAME),
  /** UTC, YYYYMMDD-HHMMSS. */
  stamp: z.string().regex(/^\d{8}-\d{6}$/),
  /** From 1; tells versions of one second apart. */
  ordinal: z.int().min(1),
  /** Of the text in UTF-8. */
  bytes: z.int().nonnegative(),
  metadata: promptMetadataSchema,
})
export type PromptVersion = Readonly<z.output<typeof versionSchema>>

/** `manifest.json` of the prompt root. */
export const manifestSchema = z.object({
  /** Grows with every change. */
  version: z.int().nonnegative(),
  current_id: z.object({ system: z.uuid().nullable(), response: z.uuid().nullable(), experiment: z.uuid().nullable() }),
  /** In the order in which they were saved. */
  entries: z.array(versionSchema),
  /** What led to this manifest, as the log is told it; absent in those of older versions. */
  last_change: promptChanged.schema.optional(),
})

export interface Manifest {
  readonly version: number
  readonly current_id: Readonly<Record<PromptType, string | null>>
  readonly entries: readonly PromptVersion[]
  readonly last_change?: PayloadOf<typeof promptChanged>
}

export const emptyManifest: Manifest = { version: 0, current_id: { system: null, response: null, experiment: null }, entries: [] }

/** Where a version's text lies, relative to the prompt root. */
export const pathOf = ({ type, name, stamp, ordinal }: Pick<PromptVersion, 'type' | 'name' | 'stamp' | 'ordinal'>): string =>
  `${type}/${name}@${stamp}-${ordinal}.j2`

/** The version that is the default of its type; undefined where the built-in prompt holds. */
export const currentVersion = (manifest: Manifest, type: PromptType): PromptVersion | undefined =>
  manifest.entries.find(({ id }) => id === manifest.current_id[type])
